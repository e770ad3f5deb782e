package dev.kvlease.core.common;

/**
 * How a record came: the broker's time stamp, its offset in its own input, and the positions after it.
 *
 * @param recordTimeMs the broker's record time, in milliseconds of the epoch
 * @param offset the record's offset in its input partition
 * @param asOf positions of all inputs, this record included
 */
public record Arrival(long recordTimeMs, long offset, AsOf asOf) {}
