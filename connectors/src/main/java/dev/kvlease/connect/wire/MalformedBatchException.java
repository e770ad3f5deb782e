package dev.kvlease.connect.wire;

/** Bytes of an engine that mean nothing to us; they belong to the dead letters. */
public final class MalformedBatchException extends Exception {
    /**
     * Says what is wrong.
     *
     * @param message where and what, for a person
     */
    public MalformedBatchException(String message) {
        super(message);
    }
}
