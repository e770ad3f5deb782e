package dev.kvlease.demo;

/** The demo cannot go on; the message is one line for the user. */
public final class DemoException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DemoException(String message) {
        super(message);
    }

    DemoException(String message, Throwable cause) {
        super(message, cause);
    }
}
