package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.World;
import java.util.Random;

/** An instance is cut off from all brokers, in half of the cases for longer than its session. */
final class NetworkCut implements Fault {
    private static final int SHORT_MS = 2_000;
    private static final int LONG_MS = 9_000;

    @Override
    public About about() {
        return new About(
                "partition",
                "one instance is cut off from all brokers for 1 to 2 s or for 7 to 9 s, its session being 6 s",
                "what waited on the way is delivered",
                "what it still writes overrules nobody");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        world.brokers().cutOff(random.nextInt(world.instances().size()));
        boolean brief = random.nextBoolean();
        int most = brief ? SHORT_MS : LONG_MS;
        Pause.some(random, brief ? SHORT_MS / 2 : LONG_MS - SHORT_MS, most);
    }

    @Override
    public void heal(World world) {
        world.brokers().connectAll();
    }
}
