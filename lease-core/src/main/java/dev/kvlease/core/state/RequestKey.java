package dev.kvlease.core.state;

/** How the keys of entries begin that belong to a request: its id, so that no request's beginning is another's. */
public final class RequestKey {
    private RequestKey() {}

    /**
     * Starts a key.
     *
     * @param writer takes it
     * @param requestId the request
     * @return the writer
     */
    public static StateWriter start(StateWriter writer, String requestId) {
        return writer.startKey().putId(requestId);
    }

    /**
     * Reads what {@link #start} wrote.
     *
     * @param key a reader at the beginning of a key
     * @return the request
     */
    public static String read(StateReader key) {
        return key.getId();
    }
}
