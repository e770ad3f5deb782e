package dev.kvlease.gate.core;

/**
 * What a caller that waits has to do next.
 *
 * @param <T> what it waits for
 */
public sealed interface Step<T> {
    /**
     * It need not wait any longer.
     *
     * @param result what it waited for
     * @param <T> what it waits for
     */
    record Done<T>(T result) implements Step<T> {}

    /**
     * Wait until something arrives for the read, or until then, and ask for the next step.
     *
     * @param untilNs reader clock
     * @param <T> what it waits for
     */
    record Wait<T>(long untilNs) implements Step<T> {}
}
