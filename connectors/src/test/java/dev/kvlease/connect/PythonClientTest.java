package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.ReadOutcome;
import dev.kvlease.schemas.ReadStatus;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.serde.SpecificAvroDeserializer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
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
        PythonClient.install();
        TopicLayout layout = new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.empty());
        List<String> ports = freePorts(6);
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(directory.resolve("broker"), layout);
                LeaseApplication application = stream(platform);
                ConnectWorker worker = new ConnectWorker(platform.bootstrapServers(), freePort());
                PythonClient python = PythonClient.start("round_trip.py", directory, ports)) {
            await().atMost(PATIENCE).until(application::isRunning);
            create(worker, source(platform, ports));
            create(worker, sink(platform, ports));

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

    private static void assertOutcomes(EmbeddedPlatform platform) {
        Collection<String> outcomes = new ConcurrentLinkedQueue<>();
        Collection<String> violations = new ConcurrentLinkedQueue<>();
        follow(
                platform,
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

    /** Reads outcomes and violations from their beginning until there is enough. */
    private static void follow(
            EmbeddedPlatform platform, java.util.function.Consumer<SpecificRecord> take, BooleanSupplier isEnough) {
        SpecificAvroDeserializer<SpecificRecord> values = new SpecificAvroDeserializer<>();
        values.configure(Map.of("schema.registry.url", platform.registryUrl()), false);
        Map<String, Object> client = Map.of("bootstrap.servers", platform.bootstrapServers());
        try (KafkaConsumer<String, SpecificRecord> consumer =
                new KafkaConsumer<>(client, new StringDeserializer(), values)) {
            List<TopicPartition> all = new ArrayList<>();
            for (String topic : List.of("kvlease.read-outcomes", "kvlease.violations")) {
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

    private static String source(EmbeddedPlatform platform, List<String> ports) {
        return """
                {"name": "engines", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqSourceConnector",
                  "engines": "decode-0=tcp://127.0.0.1:%s;tcp://127.0.0.1:%s,prefill-0=tcp://127.0.0.1:%s;tcp://127.0.0.1:%s",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(ports.get(0), ports.get(1), ports.get(2), ports.get(3), platform.registryUrl());
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
                """.formatted(ports.get(4), ports.get(5), platform.registryUrl());
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
