package dev.kvlease.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks a demo to end early. Safe for many threads. */
public final class StopSignal {
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Not asked yet. */
    public StopSignal() {}

    /** Asks for the end. */
    public void ask() {
        asked.countDown();
    }

    /**
     * Tells whether it was asked.
     *
     * @return true from the first {@link #ask} on
     */
    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /**
     * Waits.
     *
     * @param millis at most so long
     * @return true if it was asked
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean await(long millis) throws InterruptedException {
        return asked.await(millis, TimeUnit.MILLISECONDS);
    }
}
