package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.World;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** One of two instances dies, and stays dead until the other has taken over. */
final class InstanceKill implements Fault {
    @Override
    public About about() {
        return new About(
                "instance",
                "kill -9 of one of two instances",
                "the other takes over, then the first is started again",
                "the other goes on with the state of both");
    }

    @Override
    public Optional<String> obstacle(World world) {
        return world.instances().size() > 1 ? Optional.empty() : Optional.of("needs two instances");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        List<Instance> instances = world.instances();
        instances.get(random.nextInt(instances.size())).kill();
    }

    @Override
    public void heal(World world) {
        // the other instance is the cure
    }

    @Override
    public void after(World world) {
        world.instances().stream().filter(instance -> !instance.isAlive()).forEach(Instance::start);
    }
}
