package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.World;
import java.util.Random;

/** All instances die at once. */
final class ApplicationKill implements Fault {
    @Override
    public About about() {
        return new About(
                "application",
                "kill -9 of all instances at once",
                "they are started again with their state directories",
                "nothing is lost");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        for (Instance instance : world.instances()) {
            instance.kill();
        }
        Pause.some(random, 200, 2_000);
    }

    @Override
    public void heal(World world) {
        world.instances().forEach(Instance::start);
    }
}
