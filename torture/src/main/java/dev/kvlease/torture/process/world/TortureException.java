package dev.kvlease.torture.process.world;

/** Something did not come to its end within its bound, or could not be started; the message is one line for a person. */
public final class TortureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure found by looking.
     *
     * @param message one line
     */
    public TortureException(String message) {
        super(message);
    }

    /**
     * A failure with a cause.
     *
     * @param message one line
     * @param cause what was thrown
     */
    public TortureException(String message, Throwable cause) {
        super(message, cause);
    }
}
