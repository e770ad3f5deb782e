package dev.kvlease.connect.order;

/**
 * One batch of a publisher.
 *
 * @param seq its number in the publisher's life, from 0
 * @param payload the batch as it was sent; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Frame(long seq, byte[] payload) {
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /**
     * Tells batches with the same number apart. A batch carries the time at which it was made, so two lives of a
     * publisher do not send the same first batch.
     *
     * @return a 64-bit FNV-1a hash of the payload
     */
    public long fingerprint() {
        long hash = FNV_BASIS;
        for (byte each : payload) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return hash;
    }
}
