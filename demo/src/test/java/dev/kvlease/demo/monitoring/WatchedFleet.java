package dev.kvlease.demo.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvlease.app.cli.Main;
import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.demo.DemoOptions;
import dev.kvlease.demo.DemoScenario;
import dev.kvlease.demo.EngineKind;
import dev.kvlease.demo.live.KafkaAccess;
import dev.kvlease.demo.live.KafkaEngines;
import dev.kvlease.demo.live.LiveFleet;
import dev.kvlease.demo.live.RunClock;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.awaitility.Awaitility;

/**
 * A broker that collects its clients' metrics, two instances of kvlease that keep copies of each other's state, and a fleet.
 * The second instance is the real command in a process of its own, with the JMX exporter beside it.
 */
final class WatchedFleet implements AutoCloseable {
    /** One for each instance; the holders' names are such that both have some. */
    static final int PARTITIONS = 2;

    private static final long SEED = 7;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int CONVERSATIONS = 160;
    private static final Duration LASTS = Duration.ofMinutes(30);
    private static final Pattern ADDRESS = Pattern.compile("on http://(\\S+)");

    private final Path directory;
    private final EmbeddedPlatform platform;
    private final Process second;
    private final String jmxAddress = "127.0.0.1:" + Prometheus.freePort();
    private final LeaseApplication first;
    private final LiveFleet fleet;

    WatchedFleet(Path directory) throws Exception {
        this.directory = directory;
        Files.createDirectories(pushes());
        TopicLayout layout = new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.empty());
        BrokerOptions options = BrokerOptions.in(directory.resolve("broker"))
                .withOverrides(Map.of(
                        "metric.reporters",
                        TelemetryFiles.class.getName(),
                        TelemetryFiles.DIRECTORY,
                        pushes().toString()));
        platform = EmbeddedPlatform.start(options, layout, step -> {});
        askForMetrics();
        second = startSecond();
        first = LeaseApplication.start(new KvleaseConfig(properties("first")), PARTITIONS, line -> {});
        awaitWork(firstAddress());
        awaitWork(secondAddress());
        RunClock clock = new RunClock(System::nanoTime);
        KafkaAccess access =
                new KafkaAccess(platform.bootstrapServers(), platform.registryUrl(), layout.prefix(), PARTITIONS);
        fleet = LiveFleet.start(
                scenario(),
                SEED,
                read -> {},
                clock,
                new RunStats(clock::elapsedNs),
                access,
                (holders, onFailure) -> new KafkaEngines(access, holders, onFailure));
    }

    /** The demo's, for longer than anybody waits. */
    private FleetScenario scenario() {
        return DemoScenario.of(new DemoOptions(
                Optional.of(LASTS), 8, 4, CONVERSATIONS, EngineKind.KAFKA, SEED, directory, Optional.empty()));
    }

    /** Every client is to push its metrics of kvlease each second. */
    private void askForMetrics() throws Exception {
        ConfigResource subscription = new ConfigResource(ConfigResource.Type.CLIENT_METRICS, "all");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(
                            subscription,
                            List.of(set("metrics", "org.apache.kafka.kvlease"), set("interval.ms", "1000"))))
                    .all()
                    .get();
        }
    }

    private static AlterConfigOp set(String key, String value) {
        return new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    }

    private Map<String, String> properties(String name) {
        Map<String, String> properties = new HashMap<>(Map.of(
                ConfigKeys.BOOTSTRAP_SERVERS, platform.bootstrapServers(),
                ConfigKeys.SCHEMA_REGISTRY_URL, platform.registryUrl(),
                ConfigKeys.HTTP_PORT, "0",
                ConfigKeys.METRICS_HOLDERS_MAX, "50",
                ConfigKeys.METRICS_PAIRS_MAX, "50",
                StreamsConfig.STATE_DIR_CONFIG, directory.resolve(name).toString(),
                StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "1",
                StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1",
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "500"));
        // both work on partitions at once, without waiting for a copy of the state
        properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, "1000000000");
        return properties;
    }

    private Process startSecond() throws IOException {
        Path agent = Path.of("target", "jmx-exporter", "jmx_prometheus_javaagent.jar");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + agent + "=" + jmxAddress + ":" + Dashboards.MONITORING.resolve("jmx-exporter.yml"),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "run"));
        properties("second").forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(secondLog().toFile())
                .start();
    }

    private Path secondLog() {
        return directory.resolve("second.log");
    }

    private Path pushes() {
        return directory.resolve("pushes");
    }

    /** What clients have pushed so far: OTLP messages. */
    List<byte[]> pushed() throws IOException {
        List<byte[]> messages = new ArrayList<>();
        try (var files = Files.newDirectoryStream(pushes(), "*.push")) {
            for (Path file : files) {
                messages.add(Files.readAllBytes(file));
            }
        }
        return messages;
    }

    String firstAddress() {
        return first.httpAddress().orElseThrow();
    }

    String secondAddress() throws Exception {
        Awaitility.await("the second instance to say where it listens")
                .atMost(PATIENCE)
                .until(() -> {
                    if (!second.isAlive()) {
                        throw new IllegalStateException(Files.readString(secondLog()));
                    }
                    return ADDRESS.matcher(Files.readString(secondLog())).find();
                });
        Matcher address = ADDRESS.matcher(Files.readString(secondLog()));
        return address.find() ? address.group(1) : "";
    }

    String jmxAddress() {
        return jmxAddress;
    }

    private static void awaitWork(String address) {
        Awaitility.await(address + " to be ready and to have partitions")
                .atMost(PATIENCE)
                .until(() -> {
                    String page = Prometheus.get("http://" + address + "/metrics");
                    return page.contains("kvlease_ready 1.0") && page.contains("kafka_stream_task_process_total{");
                });
    }

    /** Sends a lease event that is none. */
    void sendUnusableRecord() throws Exception {
        KvleaseConfig config = new KvleaseConfig(properties("unused"));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            config.nameOf(Topic.LEASE_EVENTS), "decode-0".getBytes(UTF_8), "no Avro".getBytes(UTF_8)))
                    .get();
        }
    }

    @Override
    public void close() {
        fleet.close();
        first.close();
        Prometheus.end(second);
        platform.close();
    }
}
