package dev.kvlease.app.topology;

/** The store holds a state that this version cannot read; nothing is changed. */
public final class UnknownStateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownStateException(String what) {
        super("the stored state has " + what + ", which this version of kvlease does not know: run the version that"
                + " wrote it, or a newer one, or build the state anew (docs/operations.md, Reset)");
    }
}
