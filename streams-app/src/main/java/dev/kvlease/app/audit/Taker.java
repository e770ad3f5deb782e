package dev.kvlease.app.audit;

/**
 * An allocation that was given blocks of a lease after it, before a read of the lease ended: the bytes may be its.
 *
 * @param requestId the request
 * @param leaseSeq seq of the allocation
 * @param clockNs when, holder clock
 * @param blocks how many blocks of the lease it was given
 * @param exclusive how many of them nobody else holds, or absent if the holder does not say so
 */
public record Taker(String requestId, long leaseSeq, long clockNs, int blocks, long exclusive) {}
