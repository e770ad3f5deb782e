package dev.kvlease.core.lease;

/**
 * How much is remembered of a holder's leases.
 *
 * @param requests requests of which any event or outcome is remembered
 * @param standing leases that have not ended
 * @param indexedBlocks block ids that any remembered lease lists
 */
public record LeaseCounts(int requests, int standing, int indexedBlocks) {}
