package dev.kvlease.app.platform;

/** The embedded platform could not be started, or a part of it has failed; the message is one line and says what to do. */
public final class PlatformException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure with a cause.
     *
     * @param message one line for the user
     * @param cause what was thrown
     */
    public PlatformException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * A failure found by looking.
     *
     * @param message one line for the user
     */
    public PlatformException(String message) {
        super(message);
    }
}
