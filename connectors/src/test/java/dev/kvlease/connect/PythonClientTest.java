package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.BlockEventType;
import dev.kvlease.schemas.ReadOutcome;
import dev.kvlease.schemas.ReadStatus;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.serde.SpecificAvroDeserializer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Engines in Python, the connectors, the stream, and back: nothing is put in anyone's place. */
@DisabledIfSystemProperty(named = "kvlease.skip.foreign", matches = "true")
class PythonClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PARTITIONS = 2;

    @TempDir
    Path directory;

    @Test
    void whatEnginesInPythonTellComesBackToThemAsVerdicts() throws Exception {
        List<String> ports = freePorts(6);
        String interpreter = PythonClient.install();
        try (EmbeddedPlatform platform = platform();
                LeaseApplication application = stream(platform);
                ConnectWorker worker = new ConnectWorker(platform.bootstrapServers(), freePort());
                PythonClient python = PythonClient.start(interpreter, "round_trip.py", directory, ports)) {
            await().atMost(PATIENCE).until(application::isRunning);
            create(worker, source("engines", platform, ports.subList(0, 4)));
            create(worker, sink(platform, ports.subList(4, 6)));

            assertThat(lines(python, 5))
                    .containsExactly(
                            "turn 2 is read and confirmed",
                            "turn 1 is read and confirmed",
                            "a lease that ends during the read is revoked",
                            "bytes are used without a confirmation",
                            "a read that the router asked for is confirmed");

            assertThat(worker.call("POST", "/connectors/sink/restart?includeTasks=true", ""))
                    .startsWith("202");
            python.goOn();
            assertThat(python.line()).isEqualTo("a sink that was started again is followed");
            assertOutcomes(platform);
            python.goOn();
            assertThat(python.end()).isEqualTo("0");
        }
    }

    /** Two turns between real engines; see docs/vllm-versions.md for how to come by an interpreter that has vLLM. */
    @Test
    @EnabledIfSystemProperty(named = "kvlease.vllm.python", matches = ".+")
    void whatRealEnginesOfVllmTellComesBackToThemAsVerdicts() throws Exception {
        List<String> ports = freePorts(10);
        List<String> arguments = new ArrayList<>(List.of(directory.toString()));
        arguments.addAll(ports);
        try (EmbeddedPlatform platform = platform();
                LeaseApplication application = stream(platform);
                ConnectWorker worker = new ConnectWorker(platform.bootstrapServers(), freePort());
                PythonClient python = PythonClient.start(
                        System.getProperty("kvlease.vllm.python"), "vllm_pair.py", directory, arguments)) {
            await().atMost(PATIENCE).until(application::isRunning);
            create(worker, source("leases", platform, pick(ports, 0, 1, 4, 5)));
            create(worker, source("caches", platform, pick(ports, 2, 3, 6, 7)));
            create(worker, sink(platform, ports.subList(8, 10)));
            assertThat(python.line()).isEqualTo("both engines are up");
            python.goOn();
            assertThat(lines(python, 2)).containsExactly("turn 1 is read", "turn 2 is read");

            List<ReadOutcome> outcomes = new ArrayList<>();
            Set<String> stored = new HashSet<>();
            follow(
                    platform,
                    List.of("kvlease.read-outcomes", "kvlease.block-events"),
                    record -> {
                        if (record instanceof ReadOutcome outcome) {
                            outcomes.add(outcome);
                        } else if (record instanceof BlockEvent event
                                && event.getType() == BlockEventType.BLOCK_STORED) {
                            stored.add(event.getEngineId());
                        }
                    },
                    () -> outcomes.size() >= 2 && stored.size() == 2);
            assertThat(outcomes)
                    .extracting(ReadOutcome::getHolderEngineId)
                    .containsExactlyInAnyOrder("prefill-0", "decode-0");
            assertThat(outcomes).allSatisfy(outcome -> {
                assertThat(outcome.getStatus()).isEqualTo(ReadStatus.COMPLETED);
                assertThat(outcome.getLeaseSeq())
                        .as("the stream, not the fallback, has allowed it")
                        .isPositive();
            });
            python.goOn();
            assertThat(python.ends()).isTrue();
        }
    }

    private static List<String> pick(List<String> from, int... places) {
        return Arrays.stream(places).mapToObj(from::get).toList();
    }

    private EmbeddedPlatform platform() {
        return EmbeddedPlatform.start(
                directory.resolve("broker"),
                new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.empty()));
    }

    private static void assertOutcomes(EmbeddedPlatform platform) {
        Collection<String> outcomes = new ConcurrentLinkedQueue<>();
        Collection<String> violations = new ConcurrentLinkedQueue<>();
        follow(
                platform,
                List.of("kvlease.read-outcomes", "kvlease.violations"),
                record -> {
                    if (record instanceof ReadOutcome outcome && outcome.getStatus() != ReadStatus.DECLINED) {
                        outcomes.add(outcome.getReadRequestId() + " " + outcome.getStatus());
                    } else if (record instanceof Violation violation) {
                        violations.add(violation.getReadRequestId() + " " + violation.getType());
                    }
                },
                () -> outcomes.size() >= 6 && !violations.isEmpty());
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        "read-turn-2 COMPLETED",
                        "read-turn-1 COMPLETED",
                        "read-revoked FAILED",
                        "read-unconfirmed COMPLETED",
                        "read-routed COMPLETED",
                        "read-later COMPLETED");
        assertThat(violations).containsExactly("read-unconfirmed READ_AFTER_RELEASE");
    }

    /** Reads topics from their beginning until there is enough. */
    private static void follow(
            EmbeddedPlatform platform,
            List<String> topics,
            java.util.function.Consumer<SpecificRecord> take,
            BooleanSupplier isEnough) {
        SpecificAvroDeserializer<SpecificRecord> values = new SpecificAvroDeserializer<>();
        values.configure(Map.of("schema.registry.url", platform.registryUrl()), false);
        Map<String, Object> client = Map.of("bootstrap.servers", platform.bootstrapServers());
        try (KafkaConsumer<String, SpecificRecord> consumer =
                new KafkaConsumer<>(client, new StringDeserializer(), values)) {
            List<TopicPartition> all = new ArrayList<>();
            for (String topic : topics) {
                consumer.partitionsFor(topic).forEach(each -> all.add(new TopicPartition(topic, each.partition())));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            await().atMost(PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> take.accept(record.value()));
                return isEnough.getAsBoolean();
            });
        }
    }

    private static List<String> lines(PythonClient python, int count) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(python.line());
        }
        return lines;
    }

    private LeaseApplication stream(EmbeddedPlatform platform) {
        Map<String, String> properties = Map.of(
                "bootstrap.servers", platform.bootstrapServers(),
                "schema.registry.url", platform.registryUrl(),
                "state.dir", directory.resolve("state").toString(),
                "commit.interval.ms", "100",
                "kvlease.http.port", "-1");
        return LeaseApplication.start(new KvleaseConfig(properties), PARTITIONS, line -> {});
    }

    private static void create(ConnectWorker worker, String config) throws Exception {
        assertThat(worker.call("POST", "/connectors", config)).startsWith("201");
    }

    private static String source(String name, EmbeddedPlatform platform, List<String> ports) {
        return """
                {"name": "%s", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqSourceConnector",
                  "engines": "decode-0=tcp://127.0.0.1:%s;tcp://127.0.0.1:%s,prefill-0=tcp://127.0.0.1:%s;tcp://127.0.0.1:%s",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(name, ports.get(0), ports.get(1), ports.get(2), ports.get(3), platform.registryUrl());
    }

    private static String sink(EmbeddedPlatform platform, List<String> ports) {
        return """
                {"name": "sink", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqVerdictSinkConnector",
                  "topics": "kvlease.verdicts",
                  "zmq.bind": "tcp://127.0.0.1:%s",
                  "zmq.replay.bind": "tcp://127.0.0.1:%s",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(ports.get(0), ports.get(1), platform.registryUrl());
    }

    private static int freePort() throws IOException {
        return Integer.parseInt(freePorts(1).get(0));
    }

    /** All held at once, so that none is given twice. */
    private static List<String> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        List<String> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(new ServerSocket(0));
            ports.add(String.valueOf(held.get(i).getLocalPort()));
        }
        for (ServerSocket each : held) {
            each.close();
        }
        return ports;
    }
}
