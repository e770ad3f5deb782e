package dev.kvlease.torture.process.world;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;

/** Waits for conditions, never longer than a bound. */
public final class Patience {
    private static final long POLL_MS = 50;

    private Patience() {}

    /**
     * Waits until a condition holds. A cluster that does not answer meanwhile is asked again.
     *
     * @param what the condition in words
     * @param bound how long at most
     * @param condition asked again and again
     * @return how long it took
     * @throws TortureException if it does not come to hold
     * @throws InterruptedException if the thread is interrupted
     */
    public static Duration until(String what, Duration bound, Callable<Boolean> condition) throws InterruptedException {
        long begunNs = System.nanoTime();
        String trouble = "";
        while (true) {
            try {
                if (condition.call()) {
                    return Duration.ofNanos(System.nanoTime() - begunNs);
                }
                trouble = "";
            } catch (InterruptedException | TortureException e) {
                throw e;
            } catch (ExecutionException | KafkaException e) {
                trouble = "; the last look failed: " + e;
            } catch (Exception e) {
                throw new TortureException("cannot look whether " + what + ": " + e, e);
            }
            if (System.nanoTime() - begunNs > bound.toNanos()) {
                throw new TortureException("not within " + bound.toSeconds() + " s: " + what + trouble);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }
}
