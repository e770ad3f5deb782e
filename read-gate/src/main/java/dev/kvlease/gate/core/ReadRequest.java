package dev.kvlease.gate.core;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Ids;
import java.util.Optional;

/**
 * A read that the engine would like to make.
 *
 * @param key names it; {@code readRequestId} must be new for every attempt
 * @param holderLife the holder's incarnation, if the engine knows it
 * @param blockIds the blocks it wants, per KV-cache group; an empty array means all of the lease
 * @param numLocalBlocks blocks that have to be filled by reading; 0 if the engine's own cache has all
 * @param expiryNs the deadline that came with the request, in nanoseconds of the holder's clock, or {@link Absent#LONG};
 *     the fallback needs it
 */
public record ReadRequest(
        ReadKey key, Optional<String> holderLife, int[][] blockIds, long numLocalBlocks, long expiryNs) {
    /**
     * Checks what the stream would refuse.
     *
     * @throws IllegalArgumentException if an id is empty, too long or has control characters, or a number is negative
     */
    public ReadRequest {
        requireId("holder", key.holder());
        requireId("request", key.requestId());
        requireId("read request", key.readRequestId());
        holderLife.ifPresent(life -> requireId("holder life", life));
        if (numLocalBlocks < 0 || (expiryNs < 0 && !Absent.is(expiryNs))) {
            throw new IllegalArgumentException("numLocalBlocks and expiryNs of " + key + " must not be negative");
        }
    }

    /**
     * A read of all blocks of a lease.
     *
     * @param holder the holder's engine id
     * @param requestId the request of the lease
     * @param readRequestId the reader's own id of the read, new for every attempt
     * @param numLocalBlocks blocks that have to be filled by reading
     * @return the request, without a deadline
     */
    public static ReadRequest of(String holder, String requestId, String readRequestId, long numLocalBlocks) {
        ReadKey key = new ReadKey(holder, requestId, readRequestId);
        return new ReadRequest(key, Optional.empty(), new int[0][], numLocalBlocks, Absent.LONG);
    }

    /**
     * The same with the deadline that came with the request.
     *
     * @param newExpiryNs nanoseconds of the holder's clock
     * @return the request
     */
    public ReadRequest withExpiryNs(long newExpiryNs) {
        return new ReadRequest(key, holderLife, blockIds, numLocalBlocks, newExpiryNs);
    }

    /**
     * The same for one life of the holder.
     *
     * @param life its incarnation
     * @return the request
     */
    public ReadRequest withHolderLife(String life) {
        return new ReadRequest(key, Optional.of(life), blockIds, numLocalBlocks, expiryNs);
    }

    private static void requireId(String what, String id) {
        if (!Ids.isValid(id)) {
            throw new IllegalArgumentException(what + " is no usable id (1 to 256 bytes, no control characters)");
        }
    }
}
