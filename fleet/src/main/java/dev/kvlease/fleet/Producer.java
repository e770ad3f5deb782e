package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;

/** Something that sends records to the log, and what the network remembers of its connection. */
abstract class Producer {
    private long lastArrivalNs;
    private long cutOffUntilNs;

    /** Keeps this producer's records back until a time. */
    final void cutOffUntil(long trueNs) {
        cutOffUntilNs = Math.max(cutOffUntilNs, trueNs);
    }

    /** When a record arrives that would arrive at {@code arrivalNs} by itself. */
    final long arrivalNs(long arrivalNs, boolean keepsOrder) {
        long arrival = Math.max(arrivalNs, cutOffUntilNs);
        if (!keepsOrder) {
            return arrival;
        }
        lastArrivalNs = Math.max(lastArrivalNs, arrival);
        return lastArrivalNs;
    }

    /** A record has arrived in the log. */
    void delivered(FleetRecord record) {}
}
