package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.time.Duration;
import java.util.Random;

/**
 * Nothing is said for so long that brokers close idle connections and forget the ids of producers and of transactions, and
 * then very much at once. Brokers here do so after 15 s, which takes them minutes to days otherwise.
 */
final class IdleThenBurst implements Fault {
    private static final int IDLE_MS = 22_000;
    private static final int BURST = 4_000;

    @Override
    public About about() {
        return new About(
                "idle-burst",
                "no record for 22 s, brokers forgetting connections, producers and transactional ids after 15 s",
                "4,000 records at once",
                "the stream goes on by itself");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Duration bound() {
        return Duration.ofMinutes(2);
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        world.load().pause();
        Pause.some(random, IDLE_MS, IDLE_MS);
    }

    @Override
    public void heal(World world) {
        world.load().burst(BURST);
        world.load().resume();
    }
}
