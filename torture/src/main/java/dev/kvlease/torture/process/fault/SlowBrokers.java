package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.util.Random;

/** Everything between the instances and the brokers is slow. */
final class SlowBrokers implements Fault {
    @Override
    public About about() {
        return new About(
                "slow-broker",
                "100 to 600 ms more for each packet between the instances and the brokers, for 4 to 8 s",
                "the delay goes",
                "late is not lost");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        world.brokers().delay(random.nextInt(100, 600));
        Pause.some(random, 4_000, 8_000);
    }

    @Override
    public void heal(World world) {
        world.brokers().delay(0);
    }
}
