package dev.kvlease.gate;

import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.Taken;

/** Told when the answer for a read is taken back, and if it likes of every verdict. */
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

    /**
     * A verdict of the reader's partition has been taken, or not: for engines that count them, or that look at a read as
     * soon as there is something to see, instead of waiting. Called by the thread that takes verdicts: return soon.
     *
     * @param verdict the verdict, perhaps of another reader
     * @param taken what became of it
     */
    default void taken(GateVerdict verdict, Taken taken) {}
}
