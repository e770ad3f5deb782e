package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;

/**
 * A record as it stands in the log.
 *
 * @param trueNs true time of its arrival, in nanoseconds from the start of the simulation
 * @param timestampMs record time that the log stamped, in milliseconds of the epoch; never falls
 * @param record the record
 */
public record Delivered(long trueNs, long timestampMs, FleetRecord record) {}
