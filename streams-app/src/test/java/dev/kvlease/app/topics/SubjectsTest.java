package dev.kvlease.app.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.platform.EmbeddedBroker;
import dev.kvlease.app.platform.registry.EmbeddedRegistry;
import dev.kvlease.schemas.registry.SchemaRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SubjectsTest {
    private static final Schema FOREIGN =
            SchemaBuilder.record("Foreign").fields().requiredString("text").endRecord();

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private static EmbeddedRegistry registry;
    private TopicLayout layout;
    private String verdicts;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(directory);
        registry = EmbeddedRegistry.start(broker.bootstrapServers(), 0);
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    @BeforeEach
    void useAPrefixOfItsOwn(TestInfo test) {
        layout = new TopicLayout(test.getTestMethod().orElseThrow().getName() + ".", 1, 1, Optional.empty());
        verdicts = Topic.VERDICTS.name(layout.prefix()) + "-value";
    }

    @Test
    void createRegistersASubjectForEachTopicButTheDeadLetters() {
        try (TopicAdmin admin = connect(registry.url())) {
            List<Creation> steps = admin.create(step -> {});
            assertThat(steps)
                    .filteredOn(Creation.SchemaRegistered.class::isInstance)
                    .hasSize(Topic.values().length - 1);
            assertThat(steps).contains(new Creation.CompatibilitySet(verdicts, "FULL_TRANSITIVE"));
            assertThat(admin.check(commands()).lines()).isEmpty();
        }
        Schema written = client().latest(verdicts).schema();
        assertThat(written).isEqualTo(TopicSchemas.valueSchema(Topic.VERDICTS).orElseThrow());
        assertThat(written.toString()).doesNotContain("avro.java.string");
    }

    @Test
    void missingSubjectsAreReportedWithTheCommandThatRegistersThem() {
        try (TopicAdmin withoutRegistry = TopicAdmin.connect(cluster(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            withoutRegistry.create(step -> {});
            assertThat(withoutRegistry.check(commands()).lines()).isEmpty();
        }
        try (TopicAdmin admin = connect(registry.url())) {
            assertThat(admin.check(commands()).lines())
                    .hasSize(Topic.values().length - 1)
                    .contains("subject " + verdicts + " does not have the schema of this version of kvlease;"
                            + " register it: ./kvlease topics create");
        }
    }

    @Test
    void aSubjectOfSomethingElseIsReportedAndNotOverwritten() {
        client().register(verdicts, FOREIGN, false);
        try (TopicAdmin admin = connect(registry.url())) {
            assertThatThrownBy(() -> admin.create(step -> {}))
                    .isInstanceOf(TopicAdminException.class)
                    .hasMessageContaining(verdicts)
                    .hasMessageContaining("not compatible")
                    .hasMessageNotContaining("\n");
            assertThat(admin.check(commands()).problems())
                    .filteredOn(Problem.IncompatibleSchema.class::isInstance)
                    .singleElement()
                    .extracting(problem -> problem.line(commands()))
                    .asString()
                    .startsWith("subject " + verdicts + " has a schema that this version of kvlease is not compatible")
                    .contains("topic prefix");
        }
        assertThat(client().latest(verdicts).schema()).isEqualTo(FOREIGN);
    }

    @Test
    void anUnreachableRegistryIsOneLineWithinTheTimeoutAndHidesNoOtherProblem() {
        long startedNs = System.nanoTime();
        try (TopicAdmin admin = connect("http://127.0.0.1:1")) {
            List<String> lines = admin.check(commands()).lines();
            assertThat(lines)
                    .hasSize(Topic.values().length + 1)
                    .allSatisfy(line -> assertThat(line).doesNotContain("\n"));
            assertThat(lines.get(lines.size() - 1)).contains("http://127.0.0.1:1", "schema.registry.url");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startedNs)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void unusableRegistryPropertiesAreRefused() {
        assertThatThrownBy(() -> connect("localhost:8081")).isInstanceOf(ConfigException.class);
    }

    private TopicAdmin connect(String registryUrl) {
        return TopicAdmin.connect(
                cluster(), Map.of("schema.registry.url", registryUrl), layout, TopicAdmin.DEFAULT_TIMEOUT);
    }

    private static SchemaRegistry client() {
        return SchemaRegistry.open(Map.of("schema.registry.url", registry.url()));
    }

    private static Map<String, Object> cluster() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    private static Commands commands() {
        return new Commands("./kvlease topics create", broker.bootstrapServers());
    }
}
