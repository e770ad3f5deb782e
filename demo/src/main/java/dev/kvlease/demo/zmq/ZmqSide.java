package dev.kvlease.demo.zmq;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.demo.live.Engines;
import dev.kvlease.demo.live.KafkaAccess;
import dev.kvlease.demo.stats.ZmqTally;
import dev.kvlease.fleet.record.FleetRecord;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** A worker with both connectors, and the engines that it follows. */
public final class ZmqSide implements AutoCloseable {
    /** Who asks in readers' names. */
    static final String ROUTER = "router";

    /** The source connector. */
    public static final String SOURCE = "kvlease-engines";

    /** The sink connector. */
    public static final String SINK = "kvlease-verdicts";

    private static final long START_MS = 60_000;
    private static final long ARRIVE_MS = 5_000;
    private static final long POLL_MS = 50;

    private final KafkaAccess access;
    private final EmbeddedConnect worker;
    private final ZmqAddress sink = ZmqAddress.free();
    private final VerdictCounter verdicts = new VerdictCounter(sink.events());
    private Optional<ZmqEngines> engines = Optional.empty();
    private long missing;

    private ZmqSide(KafkaAccess access, EmbeddedConnect worker) {
        this.access = access;
        this.worker = worker;
    }

    /**
     * Starts a Connect worker.
     *
     * @param access the platform
     * @param directory where it keeps its offsets
     * @return the worker, without connectors
     */
    public static ZmqSide start(KafkaAccess access, Path directory) {
        return new ZmqSide(access, EmbeddedConnect.start(access, directory));
    }

    /**
     * Where the worker can be asked about its connectors.
     *
     * @return the address of its REST interface
     */
    public URI workerUrl() {
        return worker.url();
    }

    /**
     * Where readers subscribe to their verdicts.
     *
     * @return an address of ZeroMQ
     */
    public String verdictAddress() {
        return sink.events();
    }

    /**
     * Lets engines listen and the connectors follow them.
     *
     * @param holders the engines that hold blocks
     * @param onFailure takes what keeps them from going on
     * @return the engines, once both connectors run or one has failed
     */
    public Engines open(List<String> holders, Consumer<Throwable> onFailure) {
        Map<String, ZmqAddress> addresses = new LinkedHashMap<>();
        Stream.concat(holders.stream(), Stream.of(ROUTER)).forEach(id -> addresses.put(id, ZmqAddress.free()));
        ZmqEngines made = new ZmqEngines(addresses, verdicts, onFailure);
        engines = Optional.of(made);
        try {
            worker.create(SOURCE, sourceConfig(made));
            worker.create(SINK, sinkConfig());
            await(() -> failure().isPresent() || (worker.isRunning(SOURCE) && worker.isRunning(SINK)), START_MS);
        } catch (IllegalStateException refused) {
            onFailure.accept(refused);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        failure().ifPresent(reason -> onFailure.accept(new IllegalStateException(reason)));
        return new Followed(made);
    }

    private static Map<String, String> sourceConfig(ZmqEngines engines) {
        return Map.of(
                "connector.class", "dev.kvlease.connect.ZmqSourceConnector",
                "tasks.max", "2",
                "engines", String.join(",", engines.entries()),
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                // a batch that was lost last shows only when it is asked for
                "idle.probe.ms", "500");
    }

    private Map<String, String> sinkConfig() {
        return Map.of(
                "connector.class", "dev.kvlease.connect.ZmqVerdictSinkConnector",
                "topics", Topic.VERDICTS.name(access.topicPrefix()),
                "zmq.bind", sink.events(),
                "zmq.replay.bind", sink.replay());
    }

    private static void await(BooleanSupplier condition, long mostMs) throws InterruptedException {
        for (long waitedMs = 0; waitedMs < mostMs && !condition.getAsBoolean(); waitedMs += POLL_MS) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    /**
     * What keeps the connectors from going on.
     *
     * @return one line, or empty
     */
    public Optional<String> failure() {
        return worker.failure(SOURCE).or(() -> worker.failure(SINK));
    }

    /**
     * What went over ZeroMQ.
     *
     * @return the counts, once the engines are closed
     */
    public ZmqTally tally() {
        return engines.map(made ->
                        new ZmqTally(made.entries().size(), made.batches(), made.lost(), missing, verdicts.verdicts()))
                .orElse(new ZmqTally(0, 0, 0, 0, 0));
    }

    private void awaitArrival(ZmqEngines made) {
        String topic = Topic.LEASE_EVENTS.name(access.topicPrefix());
        List<TopicPartition> partitions = IntStream.range(0, access.partitions())
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        try (KafkaConsumer<String, byte[]> consumer = access.consumer("demo-arrivals")) {
            await(
                    () -> {
                        long arrived = consumer.endOffsets(partitions).values().stream()
                                .mapToLong(Long::longValue)
                                .sum();
                        missing = Math.max(0, made.leaseEvents() - arrived);
                        return missing == 0;
                    },
                    ARRIVE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        worker.close();
    }

    /** Engines that do not leave before the worker has got all that they said. */
    private final class Followed implements Engines {
        private final ZmqEngines made;

        Followed(ZmqEngines made) {
            this.made = made;
        }

        @Override
        public void send(FleetRecord record) {
            made.send(record);
        }

        @Override
        public void close() {
            awaitArrival(made);
            made.close();
        }
    }
}
