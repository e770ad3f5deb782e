package dev.kvlease.app.eventfile;

/** A line is no record: what was expected and what was found. */
final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedLineException(String problem) {
        super(problem, null, false, false);
    }
}
