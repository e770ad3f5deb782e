package dev.kvlease.core.lease;

/**
 * An allocation that lists as exclusive a block of another request's lease ("Reuse").
 *
 * @param seq the allocation's seq
 * @param clockNs the allocation's clock, holder clock
 * @param requestId the request that has the block now
 */
record Taker(long seq, long clockNs, String requestId) {}
