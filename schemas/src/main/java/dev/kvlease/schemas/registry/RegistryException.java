package dev.kvlease.schemas.registry;

import org.apache.kafka.common.KafkaException;

/** The registry did not give what was asked for. The message names no secrets. */
public abstract sealed class RegistryException extends KafkaException
        permits RegistryUnreachableException, RegistryRefusedException, UnknownSchemaException {
    RegistryException(String message) {
        super(message);
    }

    RegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
