package dev.kvlease.app.topics;

/** Topics or subjects could not be read or made; the message is one line and says what to do. */
public final class TopicAdminException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure with a cause.
     *
     * @param message one line for the user
     * @param cause what was thrown
     */
    public TopicAdminException(String message, Throwable cause) {
        super(message, cause);
    }
}
