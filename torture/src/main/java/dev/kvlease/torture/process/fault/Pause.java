package dev.kvlease.torture.process.fault;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/** How long a fault lasts. */
final class Pause {
    private Pause() {}

    static void some(Random random, int leastMs, int mostMs) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(leastMs, mostMs + 1));
    }
}
