package dev.kvlease.app.query;

/** A question cannot be answered now; asking again in a moment may help. The message says why. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * A reason.
     *
     * @param message why, for whoever asked
     */
    public UnavailableException(String message) {
        super(message);
    }

    /**
     * A reason and what caused it.
     *
     * @param message why, for whoever asked
     * @param cause what happened
     */
    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
