package dev.kvlease.app.run;

/** The application cannot start as things are; the message is for the user and names the cure. */
public final class StartUpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StartUpException(String message) {
        super(message);
    }

    StartUpException(String message, Throwable cause) {
        super(message, cause);
    }
}
