package dev.kvlease.schemas.registry;

/** The registry answered that it does not have what was asked for, or that it is not Avro. */
public final class UnknownSchemaException extends RegistryException {
    UnknownSchemaException(String message) {
        super(message);
    }
}
