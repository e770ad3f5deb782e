package dev.kvlease.gate.core;

import dev.kvlease.core.common.Ids;

/**
 * Who reads: one process with one clock.
 *
 * @param id the engine id
 * @param life the incarnation: made at the start of the engine's process, and kept when only the gate is started again
 */
public record Reader(String id, String life) {
    /**
     * Checks the ids.
     *
     * @throws IllegalArgumentException if one is empty, too long or has control characters
     */
    public Reader {
        if (!Ids.isValid(id) || !Ids.isValid(life)) {
            throw new IllegalArgumentException(
                    "the reader's id and incarnation must have 1 to 256 bytes without control characters");
        }
    }
}
