package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.util.Random;

/** All brokers die at once. */
final class ClusterKill implements Fault {
    @Override
    public About about() {
        return new About(
                "cluster",
                "kill -9 of all broker processes at once",
                "they are started again",
                "the stream waits and goes on");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        for (int id : world.brokerIds()) {
            world.brokers().kill(id);
        }
        Pause.some(random, 500, 3_000);
    }

    @Override
    public void heal(World world) {
        world.brokers().start();
    }
}
