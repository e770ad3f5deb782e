package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.util.Random;

/** A broker process dies. What it has written is in the memory of the machine and stays. */
final class BrokerKill implements Fault {
    private int killed;

    @Override
    public About about() {
        return new About(
                "broker", "kill -9 of one broker process", "it is started again", "no acknowledged record is lost");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        killed = 1 + random.nextInt(world.brokers().count());
        world.brokers().kill(killed);
        Pause.some(random, 200, 3_000);
    }

    @Override
    public void heal(World world) {
        world.brokers().startNode(killed);
    }
}
