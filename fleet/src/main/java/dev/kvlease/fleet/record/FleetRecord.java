package dev.kvlease.fleet.record;

/** One record as an engine sends it, independent of any wire format. */
public sealed interface FleetRecord
        permits LeaseEventRecord, HandshakeSampleRecord, ReadIntentRecord, ReadOutcomeRecord {
    /** Stands for a number that the record does not carry. */
    long ABSENT = Long.MIN_VALUE;

    /**
     * The engine whose blocks the record is about: the key of every input.
     *
     * @return the holder's engine id
     */
    String holder();
}
