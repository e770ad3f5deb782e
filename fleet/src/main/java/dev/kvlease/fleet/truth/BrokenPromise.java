package dev.kvlease.fleet.truth;

/**
 * A holder has given up the blocks of a lease before the lease was over, and said nothing.
 *
 * @param holder the holder's engine id
 * @param holderLife its incarnation
 * @param requestId the request of the lease
 * @param leaseSeq seq of the lease's allocation
 */
public record BrokenPromise(String holder, String holderLife, String requestId, long leaseSeq) {}
