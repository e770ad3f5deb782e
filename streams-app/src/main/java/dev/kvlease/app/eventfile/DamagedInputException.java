package dev.kvlease.app.eventfile;

import java.io.IOException;

/** A file cannot be read further, because its end is missing or its bytes have changed. */
public final class DamagedInputException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Ends the file early.
     *
     * @param message what is wrong, one phrase
     * @param cause what was found
     */
    public DamagedInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
