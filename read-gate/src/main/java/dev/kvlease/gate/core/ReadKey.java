package dev.kvlease.gate.core;

/**
 * Names one read of this reader: the lease's request at its holder, and the reader's own id of the attempt. Its hash is
 * computed once, so that looking up costs no more than a comparison.
 */
public final class ReadKey {
    private final String holder;
    private final String requestId;
    private final String readRequestId;
    private final int hash;

    /**
     * A name.
     *
     * @param holder the holder's engine id
     * @param requestId the request of the lease
     * @param readRequestId the reader's own id of the read
     */
    public ReadKey(String holder, String requestId, String readRequestId) {
        this.holder = holder;
        this.requestId = requestId;
        this.readRequestId = readRequestId;
        this.hash = (holder.hashCode() * 31 + requestId.hashCode()) * 31 + readRequestId.hashCode();
    }

    /**
     * The holder.
     *
     * @return its engine id
     */
    public String holder() {
        return holder;
    }

    /**
     * The request of the lease.
     *
     * @return its id
     */
    public String requestId() {
        return requestId;
    }

    /**
     * The reader's own id of the read.
     *
     * @return the id
     */
    public String readRequestId() {
        return readRequestId;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof ReadKey key
                && hash == key.hash
                && readRequestId.equals(key.readRequestId)
                && requestId.equals(key.requestId)
                && holder.equals(key.holder);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return readRequestId + " of " + requestId + " at " + holder;
    }
}
