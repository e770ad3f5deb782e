package dev.kvlease.core.state;

/** Takes what an engine wants remembered. Keys are unique within one holder and kind. */
public interface StateSink {
    /**
     * Remembers an entry, or replaces it.
     *
     * @param kind the kind of entry
     * @param key its key within the holder and kind
     * @param value what to remember
     */
    void put(StateKind kind, byte[] key, byte[] value);

    /**
     * Forgets an entry.
     *
     * @param kind the kind of entry
     * @param key its key within the holder and kind
     */
    void delete(StateKind kind, byte[] key);
}
