package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.World;
import java.util.Random;

/** The first thing that an application finds in each partition of each input cannot be read. */
final class Poison implements Fault {
    @Override
    public About about() {
        return new About(
                "poison",
                "kill -9 of all instances; what comes next in every partition of every input cannot be read",
                "they are started again",
                "it is in the dead letters, and what follows is taken");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        world.load().pause();
        for (Instance instance : world.instances()) {
            instance.kill();
        }
        world.poison(random);
        world.load().resume();
    }

    @Override
    public void heal(World world) {
        world.instances().forEach(Instance::start);
    }
}
