package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;

/**
 * An allocation that lists as exclusive a block of another request's lease ("Reuse").
 *
 * @param seq the allocation's seq
 * @param clockNs the allocation's clock, holder clock
 * @param requestId the request that has the block now
 */
record Taker(long seq, long clockNs, String requestId) {
    /** No block was taken. */
    static final Taker NONE = new Taker(Absent.LONG, Absent.LONG, "");

    /** Whether this is not {@link #NONE}. */
    boolean isKnown() {
        return !Absent.is(seq);
    }
}
