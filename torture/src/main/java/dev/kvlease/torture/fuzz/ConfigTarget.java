package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.config.ConfigSources;
import dev.kvlease.app.config.KvleaseConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;

/**
 * A properties file, variables of the environment and flags. A case is the file; its lines that begin with KVLEASE_ are
 * variables, and those that begin with --set are flags.
 */
final class ConfigTarget implements Target {
    static final String NAME = "config";

    private static final String FLAG = "--set ";

    private final Path file;

    ConfigTarget() {
        try {
            file = Files.createTempFile("kvlease-fuzz", ".properties");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 10;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        return Seeds.utf8(List.of(
                lines(
                        "bootstrap.servers=broker-1:9093,broker-2:9093",
                        "schema.registry.url=https://registry:8081",
                        "security.protocol=SASL_SSL",
                        "sasl.mechanism=SCRAM-SHA-512",
                        "kvlease.topic.prefix=a."),
                lines(
                        "bootstrap.servers = b\\",
                        "  :1",
                        "! a comment",
                        "# another",
                        "kvlease.untracked.holders: expired",
                        "kvlease.missing.deadline expired",
                        "kvlease.shutdown.timeout.ms=1000"),
                lines(
                        "KVLEASE_BOOTSTRAP_SERVERS=b:1",
                        "KVLEASE_TOPIC_PREFIX=x",
                        "KVLEASE_SCHEMA_REGISTRY_URL=http://r",
                        "KVLEASE_METRICS_HOLDERS_MAX=10"),
                lines(
                        "--set bootstrap.servers=b:1",
                        "--set kvlease.http.port=0",
                        "--set kvlease.http.host=127.0.0.1",
                        "--set processing.guarantee=exactly_once_v2",
                        "--set num.stream.threads=2"),
                lines(
                        "kvlease.rocksdb.memory.bytes=1000000",
                        "commit.interval.ms=100",
                        "kvlease.metrics.pairs.max=0",
                        "auto.offset.reset=latest",
                        "kvlease.missing.state=accept",
                        "application.server=h:1")));
    }

    private static String lines(String... lines) {
        return String.join("\n", lines);
    }

    @Override
    public List<byte[]> words() {
        return Seeds.utf8(List.of(
                "kvlease.",
                "bootstrap.servers=",
                "KVLEASE_",
                FLAG,
                "\n",
                "=",
                "${file:x:y}",
                "${env:x}",
                "\\u00",
                "\\\n",
                "kvlease.http.port=",
                "kvlease.shutdown.timeout.ms=",
                "schema.registry.url=",
                "mock://",
                "http://",
                "processing.guarantee=",
                "application.id=",
                "state.dir=",
                "kvlease.topic.prefix=",
                "expired",
                "lenient"));
    }

    @Override
    public long mostAllocated(byte[] input) {
        // definitions of some hundred keys are gone through for each
        return 8 * SPARE_BYTES + 512L * input.length;
    }

    @Override
    public String take(byte[] input) throws IOException {
        Map<String, String> environment = new HashMap<>();
        Map<String, String> flags = new HashMap<>();
        StringBuilder properties = new StringBuilder();
        new String(input, StandardCharsets.UTF_8).lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (line.startsWith(ConfigSources.ENVIRONMENT_PREFIX) && equals > 0) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            } else if (line.startsWith(FLAG) && equals > FLAG.length()) {
                flags.put(line.substring(FLAG.length(), equals), line.substring(equals + 1));
            } else {
                properties.append(line).append('\n');
            }
        });
        Files.writeString(file, properties);
        try {
            return used(ConfigSources.load(Optional.of(file), environment, flags));
        } catch (ConfigException e) {
            require(e.getMessage() != null && e.getMessage().length() < 2_000 + input.length, "a problem in few words");
            return Shapes.of(e);
        }
    }

    private static String used(KvleaseConfig config) {
        config.settings();
        config.shutdownTimeout();
        config.rocksDbMemoryBytes();
        config.metricsLimits();
        config.streamsProperties();
        config.serdeProperties();
        config.bootstrapServers();
        config.schemaRegistryUrl();
        return "used " + Math.min(5, config.originals().size());
    }

    @Override
    public void close() {
        file.toFile().delete();
    }
}
