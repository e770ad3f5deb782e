package dev.kvlease.fleet.record;

/**
 * A reader, or the router for it, asks whether it may read.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation, or empty if the asker does not say
 * @param requestId the request of the lease
 * @param readRequestId the reader's own id of the read
 * @param blockIds the blocks it wants, per group; no groups at all means every block
 * @param numLocalBlocks blocks that the reader has to fill by reading
 * @param nowNs reader clock, or {@link FleetRecord#ABSENT} from a router
 * @param expiryNs first deadline as it came with the request, holder clock, or {@link FleetRecord#ABSENT}
 */
public record ReadIntentRecord(
        String reader,
        String readerLife,
        String holder,
        String holderLife,
        String requestId,
        String readRequestId,
        int[][] blockIds,
        long numLocalBlocks,
        long nowNs,
        long expiryNs)
        implements FleetRecord {}
