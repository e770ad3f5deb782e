package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.World;
import java.util.List;
import java.util.Random;

/** An instance stands still for longer than its session, as in a pause of its machine, and then believes that it is alone. */
final class InstancePause implements Fault {
    private static final int LEAST_MS = 7_000;
    private static final int MOST_MS = 10_000;

    @Override
    public About about() {
        return new About(
                "suspend",
                "SIGSTOP of an instance for longer than its session",
                "SIGCONT",
                "what it still writes overrules nobody");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        List<Instance> instances = world.instances();
        instances.get(random.nextInt(instances.size())).signal("STOP");
        Pause.some(random, LEAST_MS, MOST_MS);
    }

    @Override
    public void heal(World world) throws Exception {
        for (Instance instance : world.instances()) {
            instance.signal("CONT");
        }
    }
}
