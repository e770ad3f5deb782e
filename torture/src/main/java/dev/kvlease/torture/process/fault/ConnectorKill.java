package dev.kvlease.torture.process.fault;

import dev.kvlease.torture.process.world.Connector;
import dev.kvlease.torture.process.world.World;
import java.util.Optional;
import java.util.Random;

/** The Connect worker dies while an engine publishes. */
final class ConnectorKill implements Fault {
    private int published;

    @Override
    public About about() {
        return new About(
                "connector",
                "kill -9 of the Connect worker that follows an engine over ZeroMQ",
                "it is started again and asks the engine for what it has missed",
                "every record of the engine is in the topics");
    }

    @Override
    public Optional<String> obstacle(World world) {
        return world.connector().isPresent() ? Optional.empty() : Optional.of("no connector was started");
    }

    @Override
    public void strike(World world, Random random) throws Exception {
        connector(world).kill();
        Pause.some(random, 500, 2_000);
    }

    private static Connector connector(World world) {
        return world.connector().orElseThrow();
    }

    @Override
    public void heal(World world) {
        published = connector(world).published();
        connector(world).startWorker();
    }

    @Override
    public boolean isOver(World world) throws InterruptedException {
        return connector(world).hasWritten(published);
    }
}
