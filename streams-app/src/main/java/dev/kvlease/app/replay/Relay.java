package dev.kvlease.app.replay;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Runs steps on a thread of its own, one after the other in the order in which they are given, so that whoever gives them
 * can go on. Steps are handed over by the batch, and only so many wait: memory does not grow with the input.
 *
 * <p>What fails on the other thread is thrown, the same, at the next step given or at the end; steps behind it are not
 * run. One thread gives the steps.
 */
final class Relay implements AutoCloseable {
    private static final int BATCH_STEPS = 512;
    private static final int WAITING_BATCHES = 8;
    private static final Runnable[] LAST = {};

    private final BlockingQueue<Runnable[]> batches = new ArrayBlockingQueue<>(WAITING_BATCHES);
    private final Thread thread;
    private Runnable[] batch = new Runnable[BATCH_STEPS];
    private int filled;
    private boolean closed;
    private volatile Throwable failure;

    Relay(String name) {
        thread = new Thread(this::runAll, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Gives a step. */
    void run(Runnable step) {
        batch[filled++] = step;
        if (filled == BATCH_STEPS) {
            handOver();
        }
    }

    private void handOver() {
        throwFailure();
        put(filled == BATCH_STEPS ? batch : Arrays.copyOf(batch, filled));
        batch = new Runnable[BATCH_STEPS];
        filled = 0;
    }

    private void put(Runnable[] steps) {
        try {
            batches.put(steps);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while records were handed over", e);
        }
    }

    private void throwFailure() {
        Throwable failed = failure;
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private void runAll() {
        try {
            for (Runnable[] steps = batches.take(); steps != LAST; steps = batches.take()) {
                runUnlessFailed(steps);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Goes on taking batches after a failure, so that whoever gives them never waits in vain. */
    private void runUnlessFailed(Runnable[] steps) {
        if (failure != null) {
            return;
        }
        try {
            for (Runnable step : steps) {
                step.run();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Waits until every step given has been run; does nothing the second time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (filled > 0) {
            put(Arrays.copyOf(batch, filled));
            filled = 0;
        }
        put(LAST);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while records were applied", e);
        }
        throwFailure();
    }
}
