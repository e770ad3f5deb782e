package dev.kvlease.gate.core;

/** Reasons that the gate gives itself; all others are the stream's ({@link dev.kvlease.core.verdict.Reason}). */
public enum GateReason {
    /** The stream has not answered yet. */
    NOT_ANSWERED,
    /** The time by which the read had to start has passed; the stream is being asked again. */
    ASKED_AGAIN,
    /** The gate is behind the stream, so a revocation may be on its way. */
    STREAM_BEHIND,
    /** The gate keeps as many reads as it may; end some. */
    GATE_FULL,
    /** The fallback is switched off. */
    FALLBACK_OFF,
    /** No READABLE answer was there for the read. */
    NOT_ALLOWED,
    /** The read started after the time by which it had to. */
    STARTED_TOO_LATE,
    /** The holder was not heard up to the end of the read in time. */
    NOT_CONFIRMED,
    /** The read has been ended before. */
    ALREADY_ENDED
}
