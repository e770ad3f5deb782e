package dev.kvlease.app.eventfile;

import java.io.IOException;

/** A line is not of the plain form that {@link PlainLine} reads; it may be well-formed all the same. */
final class NotPlainException extends IOException {
    private static final long serialVersionUID = 1L;

    NotPlainException() {
        super("not plain");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
