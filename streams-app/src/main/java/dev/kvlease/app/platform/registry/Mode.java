package dev.kvlease.app.platform.registry;

import java.util.Arrays;
import java.util.Optional;

/** Whether schemas may be registered. */
enum Mode {
    READWRITE,
    READONLY;

    /**
     * The mode of a name.
     *
     * @param name as Confluent writes it
     * @return the mode; empty if this registry has none of that name
     */
    static Optional<Mode> of(String name) {
        return Arrays.stream(values()).filter(mode -> mode.name().equals(name)).findFirst();
    }
}
