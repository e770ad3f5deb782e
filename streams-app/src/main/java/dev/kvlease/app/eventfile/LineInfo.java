package dev.kvlease.app.eventfile;

/**
 * Where a record of an event file stands.
 *
 * @param line number of its line in the file, from 1
 * @param recordTimeMs its record time, in milliseconds of the epoch
 */
public record LineInfo(long line, long recordTimeMs) {}
