package dev.kvlease.demo.zmq;

import dev.kvlease.demo.live.KafkaAccess;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.connect.cli.ConnectStandalone;
import org.apache.kafka.connect.errors.NotFoundException;
import org.apache.kafka.connect.runtime.AbstractStatus.State;
import org.apache.kafka.connect.runtime.Connect;
import org.apache.kafka.connect.runtime.Herder;
import org.apache.kafka.connect.runtime.rest.entities.ConnectorInfo;
import org.apache.kafka.connect.runtime.rest.entities.ConnectorStateInfo;
import org.apache.kafka.connect.runtime.rest.entities.ConnectorStateInfo.AbstractState;
import org.apache.kafka.connect.util.FutureCallback;

/** A Kafka Connect worker in this process, with its REST interface on the loopback interface. */
final class EmbeddedConnect implements AutoCloseable {
    private static final long CREATE_S = 30;
    private static final String ANY_PORT = "http://127.0.0.1:0";

    private final Connect<? extends Herder> connect;

    private EmbeddedConnect(Connect<? extends Herder> connect) {
        this.connect = connect;
    }

    /**
     * Starts a worker without connectors.
     *
     * @param access the platform
     * @param directory where it keeps its offsets
     * @return the worker
     */
    static EmbeddedConnect start(KafkaAccess access, Path directory) {
        Map<String, String> config = new HashMap<>();
        config.put("bootstrap.servers", access.bootstrapServers());
        config.put("listeners", ANY_PORT);
        config.put("plugin.discovery", "service_load");
        config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("value.converter", "dev.kvlease.connect.AvroConverter");
        config.put("value.converter.schema.registry.url", access.registryUrl());
        config.put("value.converter.auto.register.schemas", "false");
        config.put(
                "offset.storage.file.filename",
                directory.resolve("connect.offsets").toString());
        config.put("offset.flush.interval.ms", "1000");
        config.put("producer.linger.ms", "0");
        config.put("consumer.fetch.max.wait.ms", "100");
        return new EmbeddedConnect(withoutShutdownHook(() -> new ConnectStandalone().startConnect(config)));
    }

    /** At the first signal the demo ends its readers first, and then the worker; Connect's own hook would not wait. */
    private static <T> T withoutShutdownHook(Supplier<T> start) {
        Exit.setShutdownHookAdder((name, hook) -> {});
        try {
            return start.get();
        } finally {
            Exit.resetShutdownHookAdder();
        }
    }

    /** Where it can be asked about its connectors. */
    URI url() {
        return connect.rest().serverUrl();
    }

    /**
     * Starts a connector.
     *
     * @param name its name
     * @param config its configuration
     * @throws IllegalStateException if the worker refuses it, with what it says
     */
    void create(String name, Map<String, String> config) throws InterruptedException {
        Map<String, String> named = new HashMap<>(config);
        named.put("name", name);
        FutureCallback<Herder.Created<ConnectorInfo>> created = new FutureCallback<>();
        connect.herder().putConnectorConfig(name, named, false, created);
        try {
            created.get(CREATE_S, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "connector " + name + " is refused: " + e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("connector " + name + " does not start in " + CREATE_S + " s", e);
        }
    }

    /** Whether a connector and all of its tasks run. */
    boolean isRunning(String name) {
        return status(name)
                .filter(info -> !info.tasks().isEmpty())
                .filter(info ->
                        states(info).allMatch(state -> State.RUNNING.name().equals(state.state())))
                .isPresent();
    }

    /** Why a connector or one of its tasks has failed, or empty. */
    Optional<String> failure(String name) {
        return status(name).stream()
                .flatMap(EmbeddedConnect::states)
                .filter(state -> State.FAILED.name().equals(state.state()))
                .map(state -> "connector " + name + " has failed: "
                        + state.trace().lines().findFirst().orElse("it does not say why"))
                .findFirst();
    }

    private Optional<ConnectorStateInfo> status(String name) {
        try {
            return Optional.of(connect.herder().connectorStatus(name));
        } catch (NotFoundException notYet) {
            return Optional.empty();
        }
    }

    private static Stream<AbstractState> states(ConnectorStateInfo info) {
        return Stream.concat(Stream.of(info.connector()), info.tasks().stream());
    }

    @Override
    public void close() {
        connect.stop();
        connect.awaitStop();
    }
}
