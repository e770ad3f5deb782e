package dev.kvlease.app.platform.registry;

/** The embedded registry could not be started; the message is one line. */
public final class RegistryStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegistryStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
