package dev.kvlease.core.verdict;

import java.util.Optional;

/**
 * A reader asks whether it may read a holder's blocks. Not validated yet.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation, if the asker knows it
 * @param requestId the request of the lease
 * @param readRequestId the reader's own id, unique per read
 * @param blockIds the blocks it wants, per group; an empty array means all
 * @param numLocalBlocks blocks that the reader has to fill by reading; 0 means nothing will be read
 * @param nowNs the reader's clock, or {@link dev.kvlease.core.common.Absent#LONG} from a router
 * @param expiryNs the deadline that came with the request, holder clock, or {@link
 *     dev.kvlease.core.common.Absent#LONG}
 */
public record ReadIntent(
        String reader,
        String readerLife,
        String holder,
        Optional<String> holderLife,
        String requestId,
        String readRequestId,
        int[][] blockIds,
        long numLocalBlocks,
        long nowNs,
        long expiryNs) {}
