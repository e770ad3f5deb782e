package dev.kvlease.schemas.registry;

/**
 * A registry answered, and refused: credentials, an incompatible schema, or an address that is no registry. Somebody has
 * to change something; it says nothing about a record that is being read.
 */
public final class RegistryRefusedException extends RegistryException {
    private final int httpStatus;

    RegistryRefusedException(String message, int httpStatus) {
        super(message);
        this.httpStatus = httpStatus;
    }

    /**
     * The HTTP status of the refusal.
     *
     * @return for example 401, 403, 409 or 422
     */
    public int httpStatus() {
        return httpStatus;
    }
}
