package dev.kvlease.core.lease;

/** Learns what of the leases has changed, so that it can be remembered. */
public interface LeaseChanges {
    /**
     * A request's leases have changed, or were written again by a duplicate.
     *
     * @param request the request; forgotten ones too
     */
    void requestChanged(RequestLeases request);

    /**
     * An allocation's blocks are to be remembered, or no longer.
     *
     * @param lease the lease
     */
    void blocksChanged(Lease lease);
}
