package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Patience;
import dev.kvlease.torture.process.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;

/** The broker that keeps the application's group dies, and another takes the group over. */
final class CoordinatorMove implements Fault {
    private static final Duration MOVE = Duration.ofMinutes(1);

    private int killed;

    @Override
    public About about() {
        return new About(
                "coordinator",
                "kill -9 of the broker that coordinates the group, until another does",
                "it is started again",
                "no commit is lost");
    }

    @Override
    public Optional<String> obstacle(World world) {
        return world.brokers().count() == 1 ? Optional.of("needs three brokers") : Optional.empty();
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        killed = coordinator(world);
        world.brokers().kill(killed);
        Patience.until("another broker coordinates the group", MOVE, () -> coordinator(world) != killed);
    }

    private static int coordinator(World world) throws ExecutionException, InterruptedException {
        return world.admin()
                .describeConsumerGroups(List.of(world.config().getString("application.id")))
                .all()
                .get()
                .values()
                .iterator()
                .next()
                .coordinator()
                .id();
    }

    @Override
    public void heal(World world) {
        world.brokers().startNode(killed);
    }
}
