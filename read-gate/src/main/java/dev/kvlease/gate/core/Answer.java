package dev.kvlease.gate.core;

import dev.kvlease.core.common.Absent;

/**
 * What the gate says of a read at one moment.
 *
 * @param status whether it may be made; anything but READABLE means: compute the blocks
 * @param reason why: the name of a {@link dev.kvlease.core.verdict.Reason} or of a {@link GateReason}
 * @param source who says so
 * @param provisional true if asking again may help
 * @param readableUntilNs last time at which the read may start, reader clock, or {@link Absent#LONG}
 * @param deadlineNs time before which the bytes must have arrived, reader clock, or {@link Absent#LONG}
 */
public record Answer(
        Status status, String reason, Source source, boolean provisional, long readableUntilNs, long deadlineNs) {
    /** Whether a read may be made. */
    public enum Status {
        /** It may start now. */
        READABLE,
        /** It must not be made. */
        EXPIRED,
        /** Nothing that counts is known now. */
        UNKNOWN
    }

    /** Who says so. */
    public enum Source {
        /** The stream, which knows the holder's events. */
        STREAM,
        /** The gate itself: about its own state. */
        GATE,
        /** The gate's own samples and the deadline that came with the request: early releases are not seen. */
        FALLBACK
    }

    /**
     * Tells whether the read may start now.
     *
     * @return true for READABLE
     */
    public boolean isReadable() {
        return status == Status.READABLE;
    }

    /**
     * Tells whether waiting may bring another answer.
     *
     * @return false for READABLE, and for an EXPIRED that is not provisional
     */
    public boolean isOpen() {
        return status == Status.UNKNOWN || (status == Status.EXPIRED && provisional);
    }

    /** Tells whether nothing but a new question can bring another answer. */
    boolean isFinal() {
        return status == Status.EXPIRED && !provisional;
    }

    static Answer unknown(GateReason reason) {
        return new Answer(Status.UNKNOWN, reason.name(), Source.GATE, true, Absent.LONG, Absent.LONG);
    }

    static Answer expired(String reason, Source source) {
        return new Answer(Status.EXPIRED, reason, source, false, Absent.LONG, Absent.LONG);
    }

    static Answer of(GateVerdict verdict) {
        return new Answer(
                verdict.readable() ? Status.READABLE : Status.EXPIRED,
                verdict.reason(),
                Source.STREAM,
                verdict.provisional(),
                verdict.readableUntilNs(),
                verdict.deadlineNs());
    }
}
