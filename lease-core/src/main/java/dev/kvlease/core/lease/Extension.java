package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/**
 * A LEASE_EXTENDED: one that cannot be settled yet, because an event before it is missing, or the last one that is.
 *
 * @param seq the event's seq
 * @param clockNs the event's clock, holder clock
 * @param expiryNs the deadline it asks for, or once it is settled the one that it led to, holder clock; absent for a
 *     lease without one
 */
record Extension(long seq, long clockNs, long expiryNs) {
    /** None is settled. */
    static final Extension NONE = new Extension(Absent.LONG, Absent.LONG, Absent.LONG);

    /** Whether this is not {@link #NONE}. */
    boolean isKnown() {
        return !Absent.is(seq);
    }

    Extension leadingTo(long deadlineNs) {
        return new Extension(seq, clockNs, deadlineNs);
    }

    void write(StateWriter out) {
        out.putLong(seq).putLong(clockNs).putOptional(expiryNs);
    }

    static Extension read(StateReader in) {
        return new Extension(in.getLong(), in.getLong(), in.getOptional());
    }
}
