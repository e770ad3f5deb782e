package dev.kvlease.logs;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;

/** A record made from a log, with the record time that it is given: the stamp of the line it was made from. */
public sealed interface LogRecord {
    /**
     * The record time.
     *
     * @return milliseconds of the epoch
     */
    long recordTimeMs();

    /**
     * A lease event of a holder.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param event the event
     */
    record Event(long recordTimeMs, LeaseEvent event) implements LogRecord {}

    /**
     * What relates the time of a notice to the holder's clock.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param sample the sample
     */
    record Sample(long recordTimeMs, HandshakeSample sample) implements LogRecord {}

    /**
     * The end of a read.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param outcome the outcome
     */
    record Outcome(long recordTimeMs, ReadOutcome outcome) implements LogRecord {}
}
