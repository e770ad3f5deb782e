package dev.kvlease.app.topology;

import java.nio.BufferUnderflowException;

/** What is stored of a holder, or of the positions, is not what was written; nothing is changed. */
public final class DamagedStateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DamagedStateException(String what) {
        this(what, null);
    }

    private DamagedStateException(String what, Throwable cause) {
        super(
                "the stored state is damaged: " + what
                        + "; remove state.dir, it is read back from the changelog; if that"
                        + " has the damage too, build the state anew (docs/operations.md, Reset)",
                cause);
    }

    /**
     * Tells damage from other failures to read what is stored.
     *
     * @param what what was read, for the message
     * @param failure what was thrown
     * @return damage, if it is what arrays, buffers and {@link dev.kvlease.core.state.StateReader} throw; else the failure
     */
    static RuntimeException explain(String what, RuntimeException failure) {
        boolean damage = failure instanceof BufferUnderflowException
                || failure instanceof IllegalArgumentException
                || failure instanceof IndexOutOfBoundsException
                || failure instanceof NegativeArraySizeException
                || failure instanceof NullPointerException;
        if (!damage) {
            return failure;
        }
        String detail = failure.getMessage() == null ? "it is cut off" : failure.getMessage();
        return new DamagedStateException(what + " cannot be read (" + detail + ")", failure);
    }
}
