package dev.kvlease.core.lease;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/**
 * An explicit end of a lease: BLOCKS_RELEASED or BLOCKS_EXPIRED.
 *
 * @param seq the event's seq
 * @param clockNs the event's clock, holder clock
 * @param released true for a release, false for an expiry
 * @param readCompleted true for a release that the reader's own completion notice caused
 */
public record LeaseEnd(long seq, long clockNs, boolean released, boolean readCompleted) {
    /** Not ended explicitly. */
    public static final LeaseEnd NONE = new LeaseEnd(Long.MAX_VALUE, Long.MAX_VALUE, false, false);

    /**
     * Tells whether there is an explicit end.
     *
     * @return false for {@link #NONE}
     */
    public boolean isKnown() {
        return seq != Long.MAX_VALUE;
    }

    void write(StateWriter out) {
        out.putLong(seq).putLong(clockNs).putFlag(released).putFlag(readCompleted);
    }

    static LeaseEnd read(StateReader in) {
        return new LeaseEnd(in.getLong(), in.getLong(), in.getFlag(), in.getFlag());
    }
}
