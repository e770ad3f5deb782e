package dev.kvlease.gate;

import dev.kvlease.gate.core.ReadKey;

/** Told when the answer for a read is taken back. */
@FunctionalInterface
public interface RevocationListener {
    /**
     * The read must not start; if it is under way, its bytes must not be used. Called by the thread that takes verdicts:
     * return soon.
     *
     * @param read the read
     * @param reason why
     */
    void revoked(ReadKey read, String reason);
}
