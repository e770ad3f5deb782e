package dev.kvlease.connect.wire;

/**
 * Bytes of an engine that mean nothing to us; they belong to the dead letters. It has no stack trace, since a batch may
 * have as many faults as bytes, and no long message, since it goes into a header.
 */
public final class MalformedBatchException extends Exception {
    private static final long serialVersionUID = 1;
    private static final int LONGEST = 200;

    /**
     * Says what is wrong.
     *
     * @param message where and what, for a person; cut after 200 characters
     */
    public MalformedBatchException(String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…", null, false, false);
    }
}
