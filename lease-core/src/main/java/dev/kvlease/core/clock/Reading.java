package dev.kvlease.core.clock;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/**
 * What one handshake sample says about the offset.
 *
 * @param sentNs when the question left, reader clock
 * @param receivedNs when the answer came, reader clock
 * @param rttNs the round trip
 * @param pointNs the classic midpoint estimate of the offset
 * @param loNs lower bound of the true offset at {@code receivedNs}
 * @param hiNs upper bound of the true offset at {@code receivedNs}
 */
record Reading(long sentNs, long receivedNs, long rttNs, long pointNs, long loNs, long hiNs) {
    /** No reading. */
    static final Reading NONE = new Reading(-1, -1, -1, 0, 0, 0);

    static Reading of(HandshakeSample sample, Drift drift) {
        long rttNs = sample.receivedNs() - sample.sentNs();
        long pointNs = sample.remoteNs() - (sample.sentNs() + rttNs / 2);
        long driftNs = drift.ofNs(rttNs);
        return new Reading(
                sample.sentNs(),
                sample.receivedNs(),
                rttNs,
                pointNs,
                sample.remoteNs() - sample.receivedNs() - driftNs,
                sample.remoteNs() - sample.sentNs() + driftNs);
    }

    /** Whether this is {@link #NONE}. */
    boolean isNone() {
        return rttNs < 0;
    }

    void write(StateWriter out) {
        out.putLong(sentNs)
                .putLong(receivedNs)
                .putLong(rttNs)
                .putLong(pointNs)
                .putLong(loNs)
                .putLong(hiNs);
    }

    static Reading read(StateReader in) {
        return new Reading(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }
}
