package dev.kvlease.app.eventfile;

/**
 * Where a record comes from. A record of an event file that does not say where it lay in its topic counts as the next one
 * of partition 0.
 *
 * @param file the file that it was read from; empty if it came from elsewhere
 * @param line number of its line in the file, from 1; 0 without a line
 * @param partition partition of its topic
 * @param offset its place in that partition
 * @param recordTimeMs its record time, in milliseconds of the epoch
 */
public record Origin(String file, long line, int partition, long offset, long recordTimeMs) {}
