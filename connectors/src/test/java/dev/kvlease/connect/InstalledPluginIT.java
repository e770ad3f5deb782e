package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.connect.FakeEngine.Way;
import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.Twins;
import dev.kvlease.schemas.LeaseEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.connect.source.SourceConnector;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The directory that the build makes, copied into the plugin path of a worker as a user does it. The worker runs in a
 * process of its own that has nothing of kvlease, nor what kvlease needs, on its class path.
 */
class InstalledPluginIT {
    private static final Path BUILT = Path.of("target", "kvlease-connectors");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    static Path directory;

    private static EmbeddedPlatform platform;
    private static Topics topics;
    private static ChildWorker worker;

    @BeforeAll
    static void install() throws Exception {
        Path installed = Files.createDirectories(directory.resolve("plugins/kvlease-connectors"));
        for (Path file : built()) {
            Files.copy(file, installed.resolve(file.getFileName()));
        }
        installLineSource(directory.resolve("plugins/lines"));
        platform = EmbeddedPlatform.start(
                directory.resolve("platform"), new TopicLayout(TopicLayout.DEFAULT_PREFIX, 2, 2, Optional.empty()));
        topics = new Topics(platform);
        int port = Ports.free();
        Map<String, String> settings = WorkerRest.settings(platform.bootstrapServers(), port, "installed");
        settings.put("plugin.path", installed.getParent().toString());
        worker = ChildWorker.start(directory, withoutKvlease(), port, settings);
    }

    @AfterAll
    static void stop() {
        worker.close();
        platform.close();
    }

    /** Some other connector's plugin, as a directory of classes. */
    private static void installLineSource(Path installed) throws IOException {
        String service = "META-INF/services/" + SourceConnector.class.getName();
        for (String file : List.of(
                service, "dev/kvlease/lines/LineSourceConnector.class", "dev/kvlease/lines/LineSourceTask.class")) {
            Path target = installed.resolve(file);
            Files.createDirectories(target.getParent());
            Files.copy(Path.of("target", "test-classes").resolve(file), target);
        }
    }

    private static List<Path> built() throws IOException {
        try (Stream<Path> files = Files.list(BUILT)) {
            return files.toList();
        }
    }

    /** The worker's own class path: this test's, less kvlease's modules and the libraries that the plugin brings. */
    private static List<String> withoutKvlease() {
        List<String> left = ChildWorker.ownClassPath().stream()
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !entry.matches(".*[/\\\\](kvlease|jeromq|jnacl|msgpack|avro)[-.][^/\\\\]*"))
                .toList();
        assertThat(left)
                .extracting(entry -> Path.of(entry).getFileName().toString())
                .noneMatch(name -> name.startsWith("kvlease"))
                .anyMatch(name -> name.startsWith("connect-runtime"));
        return left;
    }

    @Test
    void thePluginIsOneJarThatBringsNothingTheWorkerHas() throws IOException {
        assertThat(built()).hasSize(1);
        try (JarFile jar = new JarFile(built().get(0).toFile())) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .noneMatch(name -> name.startsWith("org/apache/kafka/"))
                    .noneMatch(name -> name.startsWith("org/slf4j/"))
                    .contains("dev/kvlease/connect/ZmqSourceConnector.class", "org/zeromq/ZMQ.class");
        }
    }

    @Test
    void theWorkerFindsEveryPluginWithItsVersionAndItsSettings() throws Exception {
        assertThat(worker.call("GET", "/connector-plugins?connectorsOnly=false", ""))
                .contains(Stream.of(
                                ZmqSourceConnector.class,
                                ZmqVerdictSinkConnector.class,
                                LogTransform.class,
                                AvroConverter.class)
                        .map(plugin -> "{\"class\":\"" + plugin.getName() + "\"")
                        .toList())
                .contains("\"version\":\"" + Plugin.version() + "\"");
        assertThat(Plugin.version()).matches("\\d+\\..*");
        assertThat(worker.call("GET", "/connector-plugins/" + LogTransform.class.getName() + "/config", ""))
                .contains("\"name\":\"notice.delay.ms\"", "How long at most the notice");
    }

    @Test
    void anEngineOverZeroMqIsFollowed() throws Exception {
        int events = Ports.free();
        int replay = Ports.free();
        List<SpecificRecord> sent = new Story("decode-0", 1).start();
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            engine.publish(Batch.write(1, sent.stream().map(Twins::encode).toList()), Way.LOST);

            assertThat(worker.call("POST", "/connectors", """
                    {"name": "zmq", "config": {
                      "connector.class": "ZmqSourceConnector",
                      "engines": "decode-0=tcp://127.0.0.1:%d;tcp://127.0.0.1:%d",
                      "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                      "value.converter": "dev.kvlease.connect.AvroConverter",
                      "value.converter.schema.registry.url": "%s"}}
                    """.formatted(events, replay, platform.registryUrl())))
                    .startsWith("201");

            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(topics.values("kvlease.lease-events")).containsAll(sent));
        }
    }

    @Test
    void aLogFileIsFollowed() throws Exception {
        Path log = Files.writeString(directory.resolve("decode-1.log"), """
                (APIServer pid=3) INFO 08-16 10:00:00 [api_server.py:1] Started server process [3]
                (EngineCore_DP0 pid=7) WARNING 08-16 10:00:30 [nixl_connector.py:1048] Releasing expired KV blocks for request cmpl-1 which were retrieved by 0 decode worker(s) within 30 seconds.
                (APIServer pid=3) INFO 08-16 10:00:31 [loggers.py:248] Engine 000: Running: 0 reqs, Waiting: 0 reqs
                (APIServer pid=3) INFO 08-16 10:00:33 [loggers.py:248] Engine 000: Running: 0 reqs, Waiting: 0 reqs
                (EngineCore_DP0 pid=7) ERROR 08-16 10:00:51 [nixl_connector.py:1500] Potentially invalid KV blocks for unrecognized request cmpl-1 were retrieved by a decode worker. They may have expired.
                """);
        assertThat(worker.call("POST", "/connectors", logs("logs", log, "UTC"))).startsWith("201");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(topics.read("log-sightings", new StringDeserializer()))
                        .singleElement()
                        .extracting(ConsumerRecord::value, InstanceOfAssertFactories.STRING)
                        .contains("FOREIGN_READ_SUSPECTED", "cmpl-1"));
        assertThat(topics.values("kvlease.lease-events"))
                .map(each -> (LeaseEvent) each)
                .filteredOn(event -> event.getHolderEngineId().equals("log:decode-1"))
                .extracting(event -> event.getType() + " " + event.getSeq() + " " + event.getRequestId())
                .containsExactly("ENGINE_STARTED 0 null", "BLOCKS_ALLOCATED 1 cmpl-1", "BLOCKS_EXPIRED 2 cmpl-1");
    }

    @Test
    void mistakesInTheTransformationAreRefusedWithAHint() throws Exception {
        assertThat(worker.call("POST", "/connectors", logs("bad", Path.of("none.log"), "Mars/Olympus")))
                .startsWith("400")
                .contains("expected a time zone, such as Europe/Berlin");
    }

    private static String logs(String name, Path log, String zone) {
        return """
                {"name": "%s", "config": {
                  "connector.class": "dev.kvlease.lines.LineSourceConnector",
                  "file": "%s",
                  "topic": "unused",
                  "topic.creation.default.partitions": "1",
                  "topic.creation.default.replication.factor": "1",
                  "transforms": "leases",
                  "transforms.leases.type": "dev.kvlease.connect.LogTransform",
                  "transforms.leases.engine": "decode-1",
                  "transforms.leases.zone": "%s",
                  "transforms.leases.sightings.topic": "log-sightings",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(name, log, zone, platform.registryUrl());
    }
}
