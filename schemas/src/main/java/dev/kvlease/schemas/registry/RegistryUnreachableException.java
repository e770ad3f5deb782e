package dev.kvlease.schemas.registry;

/**
 * No registry answered, or all answered that they could not serve now. It says nothing about the record or schema in
 * question: try later, or stop; never drop a record for it.
 */
public final class RegistryUnreachableException extends RegistryException {
    RegistryUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
