package dev.kvlease.app.platform;

import dev.kvlease.app.platform.registry.EmbeddedRegistry;
import dev.kvlease.app.platform.registry.RegistryStartException;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicAdminException;
import dev.kvlease.app.topics.TopicLayout;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Broker, schema registry, and kvlease's topics and subjects, all in this process: for the demo and for tests.
 *
 * <p>Started again on the same directory it has the same data at the same addresses.
 */
public final class EmbeddedPlatform implements AutoCloseable {
    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;

    private EmbeddedPlatform(EmbeddedBroker broker, EmbeddedRegistry registry) {
        this.broker = broker;
        this.registry = registry;
    }

    /**
     * Starts everything with one broker and returns when it serves; a few seconds.
     *
     * @param directory where the data is kept, made if it does not exist
     * @param layout the topics
     * @return the running platform
     * @throws PlatformException if a part cannot start
     */
    public static EmbeddedPlatform start(Path directory, TopicLayout layout) {
        return start(BrokerOptions.in(directory), layout, step -> {});
    }

    /**
     * Starts everything and returns when it serves.
     *
     * @param options where and how the broker runs
     * @param layout the topics
     * @param progress told in a few words what is up now
     * @return the running platform
     * @throws PlatformException if a part cannot start
     */
    public static EmbeddedPlatform start(BrokerOptions options, TopicLayout layout, Consumer<String> progress) {
        EmbeddedBroker broker = EmbeddedBroker.start(options);
        progress.accept("Kafka broker at " + broker.bootstrapServers());
        EmbeddedRegistry registry;
        try {
            registry = EmbeddedRegistry.start(broker.bootstrapServers(), broker.registryPort());
        } catch (RegistryStartException e) {
            broker.close();
            throw new PlatformException(e.getMessage(), e);
        }
        progress.accept("schema registry at " + registry.url());
        EmbeddedPlatform platform = new EmbeddedPlatform(broker, registry);
        try (TopicAdmin admin =
                TopicAdmin.connect(platform.properties(), platform.properties(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            admin.create(step -> {});
        } catch (TopicAdminException e) {
            platform.close();
            throw new PlatformException(e.getMessage(), e);
        }
        progress.accept("topics and subjects");
        return platform;
    }

    /**
     * Where Kafka clients connect.
     *
     * @return {@code bootstrap.servers}
     */
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /**
     * Where the schema registry is.
     *
     * @return {@code schema.registry.url}
     */
    public String registryUrl() {
        return registry.url();
    }

    /** Shuts everything down cleanly. */
    @Override
    public void close() {
        registry.close();
        broker.close();
    }

    private Map<String, Object> properties() {
        return Map.of("bootstrap.servers", bootstrapServers(), "schema.registry.url", registryUrl());
    }
}
