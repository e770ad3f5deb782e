package dev.kvlease.gate;

import java.util.Optional;

/** The engine's side of clock sampling: it alone can ask another engine for its clock. */
@FunctionalInterface
public interface HolderClocks {
    /**
     * Asks a holder for its clock, now. May take as long as the answer needs; called by a thread of its own.
     *
     * @param holder the holder's engine id
     * @return the reading, or empty if the holder did not answer
     */
    Optional<ClockReading> read(String holder);

    /**
     * One question and its answer.
     *
     * @param holderLife the holder's incarnation, as it told
     * @param rank the holder's rank that answered
     * @param sentNs when the question left, reader clock
     * @param remoteNs the holder's clock in the answer
     * @param receivedNs when the answer came, reader clock
     */
    record ClockReading(String holderLife, int rank, long sentNs, long remoteNs, long receivedNs) {}
}
