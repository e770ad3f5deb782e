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
     * The line that shows it; of what several ranks say, the first.
     *
     * @return the line; {@link LogLine#NONE} for the heartbeat with which the holder's log ends
     */
    LogLine from();

    /**
     * A lease event of a holder.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param from the line that shows it
     * @param event the event
     */
    record Event(long recordTimeMs, LogLine from, LeaseEvent event) implements LogRecord {}

    /**
     * What relates the time of a notice to the holder's clock.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param from the line that shows it
     * @param sample the sample
     */
    record Sample(long recordTimeMs, LogLine from, HandshakeSample sample) implements LogRecord {}

    /**
     * The end of a read.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param from the line that shows it
     * @param outcome the outcome
     */
    record Outcome(long recordTimeMs, LogLine from, ReadOutcome outcome) implements LogRecord {}
}
