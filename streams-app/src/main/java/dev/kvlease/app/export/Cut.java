package dev.kvlease.app.export;

import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Verdict;

/**
 * What of each input the stream had taken when it gave a verdict.
 *
 * @param asOf the positions
 * @param decidedBy the input whose record was the last of them
 */
record Cut(AsOf asOf, Topic decidedBy) {
    /** The cut that a verdict tells of. */
    static Cut of(Verdict verdict) {
        Topic decidedBy =
                switch (verdict.getTrigger()) {
                    case LEASE_EVENT -> Topic.LEASE_EVENTS;
                    case CLOCK_SAMPLE -> Topic.HANDSHAKE_SAMPLES;
                    case READ_INTENT, UNKNOWN -> Topic.READ_INTENTS;
                };
        return new Cut(verdict.getEvidence().getAsOf(), decidedBy);
    }

    /** Next offset of an input. */
    long position(Topic input) {
        return switch (input) {
            case LEASE_EVENTS -> asOf.getLeaseEvents();
            case HANDSHAKE_SAMPLES -> asOf.getHandshakeSamples();
            case READ_INTENTS -> asOf.getReadIntents();
            case READ_OUTCOMES -> asOf.getReadOutcomes();
            case VERDICTS, CLOCK_OFFSETS, VIOLATIONS, BLOCK_EVENTS, DEAD_LETTERS ->
                throw new IllegalArgumentException(input + " is no input");
        };
    }

    /** How much had been taken of all inputs together. */
    long total() {
        return asOf.getLeaseEvents() + asOf.getHandshakeSamples() + asOf.getReadIntents() + asOf.getReadOutcomes();
    }

    boolean includes(StoredRecord record) {
        return record.origin().offset() < position(record.topic());
    }

    /** Tells whether a record is the one that led to the verdict. */
    boolean decidedBy(StoredRecord record) {
        return record.topic() == decidedBy && record.origin().offset() == position(decidedBy) - 1;
    }
}
