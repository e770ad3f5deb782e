package dev.kvlease.demo.stats;

/**
 * What went over ZeroMQ in a run.
 *
 * @param engines engines that published, the router included
 * @param batches batches published
 * @param lost batches of them that got lost on their way, and had to be asked for
 * @param missing lease events that never came to their topic: they were under way when their process died
 * @param verdicts verdicts published to readers
 */
public record ZmqTally(int engines, long batches, long lost, long missing, long verdicts) {}
