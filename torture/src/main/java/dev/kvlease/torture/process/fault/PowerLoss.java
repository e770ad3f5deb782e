package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.util.Optional;
import java.util.Random;

/**
 * The machine of a broker loses its power. Here all processes share one machine, so what a real one loses of its memory is
 * imitated: while the process is dead, the newest segment of each partition is cut at any byte.
 */
final class PowerLoss implements Fault {
    private static final int LEAST_MS = 4_500;
    private static final int MOST_MS = 7_000;

    private int killed;

    @Override
    public About about() {
        return new About(
                "power-loss",
                "kill -9 of one of three brokers, and up to 32 KiB of the end of each of its partitions cut off at any byte",
                "it is started again after the others have missed it",
                "what two others have is not lost");
    }

    @Override
    public Optional<String> obstacle(World world) {
        return world.brokers().count() == 1 ? Optional.of("needs three brokers") : Optional.empty();
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        killed = 1 + random.nextInt(world.brokers().count());
        world.brokers().kill(killed);
        Pause.some(random, LEAST_MS, MOST_MS);
        world.brokers().loseUnflushed(killed, random);
    }

    @Override
    public void heal(World world) {
        world.brokers().startNode(killed);
    }
}
