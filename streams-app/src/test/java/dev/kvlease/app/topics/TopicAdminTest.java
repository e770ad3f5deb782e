package dev.kvlease.app.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.platform.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class TopicAdminTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private TopicLayout layout;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void useAPrefixOfItsOwn(TestInfo test) {
        String name = test.getTestMethod().orElseThrow().getName();
        layout = new TopicLayout(name + ".", 3, 2, Optional.of((short) 1));
    }

    @Test
    void whatCreateMakesPassesTheCheck() {
        try (TopicAdmin admin = connect()) {
            assertThat(admin.create(step -> {})).allMatch(Creation::changed);
            assertThat(admin.check(commands()).lines()).isEmpty();
        }
    }

    @Test
    void createIsIdempotentAndReportsEachStep() {
        try (TopicAdmin admin = connect()) {
            admin.create(step -> {});
            List<Creation> again = admin.create(step -> {});
            assertThat(again)
                    .noneMatch(Creation::changed)
                    .contains(new Creation.TopicFound(layout.prefix() + "lease-events", 3))
                    .contains(new Creation.TopicFound(layout.prefix() + "verdicts", 2));
        }
    }

    @Test
    void createdTopicsHaveTheSettingsOfTheirRoles() {
        try (TopicAdmin admin = connect()) {
            admin.create(step -> {});
            for (TopicDetails details : admin.describe()) {
                TopicDetails.Found found = details.found().orElseThrow();
                boolean input = details.topic().role() == Topic.Role.INPUT;
                assertThat(found.partitions()).isEqualTo(input ? 3 : 2);
                assertThat(found.replicationFactor()).isEqualTo(1);
                assertThat(found.records()).isZero();
                assertThat(found.config("message.timestamp.type")).isEqualTo(input ? "LogAppendTime" : "CreateTime");
                boolean compacted = details.topic() == Topic.CLOCK_OFFSETS;
                assertThat(found.config("cleanup.policy")).isEqualTo(compacted ? "compact" : "delete");
                if (!compacted) {
                    assertThat(found.config("retention.ms"))
                            .isEqualTo(Long.toString(details.topic().retention().toMillis()));
                }
            }
        }
    }

    @Test
    void missingInputsGetAsManyPartitionsAsTheOthers() throws Exception {
        try (TopicAdmin admin = connect();
                Admin kafka = kafka()) {
            kafka.createTopics(List.of(new NewTopic(layout.prefix() + "read-intents", 5, (short) 1)
                            .configs(Map.of("message.timestamp.type", "LogAppendTime"))))
                    .all()
                    .get();
            checkedUntil(
                    admin,
                    found -> !found.problems()
                            .contains(new Problem.MissingTopic(Topic.READ_INTENTS.name(layout.prefix()))));
            assertThat(admin.create(step -> {}))
                    .contains(new Creation.TopicMade(
                            layout.prefix() + "lease-events", 5, ", as many as the other inputs have"))
                    .contains(new Creation.TopicMade(layout.prefix() + "verdicts", 2, ""));
            assertThat(admin.check(commands()).lines()).isEmpty();
        }
    }

    @Test
    void aMissingTopicIsReportedWithTheCommandThatCreatesIt() throws Exception {
        try (TopicAdmin admin = connect();
                Admin kafka = kafka()) {
            admin.create(step -> {});
            String verdicts = Topic.VERDICTS.name(layout.prefix());
            kafka.deleteTopics(List.of(verdicts)).all().get();
            CheckReport report = checkedUntil(admin, found -> !found.ok());
            assertThat(report.problems()).containsExactly(new Problem.MissingTopic(verdicts));
            assertThat(report.lines())
                    .containsExactly("topic " + verdicts
                            + " is missing; create it: ./kvlease topics create --prefix of-the-test");
        }
    }

    @Test
    void inputsWithDifferentPartitionCountsAreReported() throws Exception {
        try (TopicAdmin admin = connect();
                Admin kafka = kafka()) {
            admin.create(step -> {});
            String intents = Topic.READ_INTENTS.name(layout.prefix());
            kafka.createPartitions(Map.of(intents, NewPartitions.increaseTo(4)))
                    .all()
                    .get();
            List<String> lines = checkedUntil(admin, found -> !found.ok()).lines();
            assertThat(lines).hasSize(3).allMatch(line -> line.contains("all inputs must have the same count"));
            assertThat(lines.get(1))
                    .contains(intents + " 4")
                    .endsWith("kafka-topics.sh --bootstrap-server " + broker.bootstrapServers() + " --alter --topic "
                            + Topic.LEASE_EVENTS.name(layout.prefix()) + " --partitions 4");
        }
    }

    @Test
    void anInputWithCreateTimeIsReportedWithTheCommandThatSetsIt() throws Exception {
        String outcomes = Topic.READ_OUTCOMES.name(layout.prefix());
        assertThat(problemAfter(outcomes, "message.timestamp.type", "CreateTime"))
                .isEqualTo("topic " + outcomes + " has message.timestamp.type=CreateTime but needs LogAppendTime;"
                        + " set it: kafka-configs.sh --bootstrap-server " + broker.bootstrapServers()
                        + " --alter --entity-type topics --entity-name " + outcomes
                        + " --add-config message.timestamp.type=LogAppendTime");
    }

    @Test
    void aCompactedInputIsReported() throws Exception {
        String events = Topic.LEASE_EVENTS.name(layout.prefix());
        assertThat(problemAfter(events, "cleanup.policy", "compact"))
                .contains("topic " + events + " has cleanup.policy=compact but needs delete");
    }

    @Test
    void anInputThatIsCompactedBesidesIsReported() throws Exception {
        String outcomes = Topic.READ_OUTCOMES.name(layout.prefix());
        assertThat(problemAfter(outcomes, "cleanup.policy", "compact,delete"))
                .contains("topic " + outcomes + " has cleanup.policy=compact,delete but needs delete");
    }

    @Test
    void aTopicThatNobodyCanWriteToIsReported() throws Exception {
        String verdicts = Topic.VERDICTS.name(layout.prefix());
        assertThat(problemAfter(verdicts, "min.insync.replicas", "2"))
                .isEqualTo("topic " + verdicts + " cannot be written to: it wants min.insync.replicas=2 and has 1 of 1"
                        + " replicas in sync; lower that: kafka-configs.sh --bootstrap-server "
                        + broker.bootstrapServers() + " --alter --entity-type topics --entity-name " + verdicts
                        + " --add-config min.insync.replicas=1");
    }

    @Test
    void anUncompactedClockTopicIsReported() throws Exception {
        String clocks = Topic.CLOCK_OFFSETS.name(layout.prefix());
        assertThat(problemAfter(clocks, "cleanup.policy", "delete"))
                .contains("topic " + clocks + " has cleanup.policy=delete but needs compact");
    }

    @Test
    void anUnreachableClusterIsOneLineWithinTheTimeout() {
        long startedNs = System.nanoTime();
        Map<String, Object> nobody = Map.of("bootstrap.servers", "127.0.0.1:1");
        try (TopicAdmin admin = TopicAdmin.connect(nobody, layout, Duration.ofSeconds(2))) {
            assertThat(admin.check(commands()).lines())
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:1", "no answer within 2 s", "bootstrap.servers")
                    .doesNotContain("\n");
            assertThatThrownBy(admin::describe).isInstanceOf(TopicAdminException.class);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startedNs)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void tooManyReplicasAreRefusedInOneLine() {
        TopicLayout wide = new TopicLayout(layout.prefix(), 1, 1, Optional.of((short) 3));
        try (TopicAdmin admin = TopicAdmin.connect(properties(), wide, TIMEOUT)) {
            assertThatThrownBy(() -> admin.create(step -> {}))
                    .isInstanceOf(TopicAdminException.class)
                    .hasMessageContaining("replication factor")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void unusablePropertiesAreRefusedInOneLine() {
        assertThatThrownBy(() -> TopicAdmin.connect(Map.of("bootstrap.servers", "no port here"), layout, TIMEOUT))
                .isInstanceOf(TopicAdminException.class)
                .hasMessageContaining("bootstrap.servers")
                .hasMessageNotContaining("\n");
    }

    private String problemAfter(String topic, String setting, String value) throws Exception {
        try (TopicAdmin admin = connect();
                Admin kafka = kafka()) {
            admin.create(step -> {});
            kafka.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            List<String> lines = checkedUntil(admin, found -> !found.ok()).lines();
            assertThat(lines).hasSize(1);
            return lines.get(0);
        }
    }

    /** A broker shows a change a moment after it has been acknowledged. */
    private static CheckReport checkedUntil(TopicAdmin admin, Predicate<CheckReport> seen) {
        return Awaitility.await().atMost(TIMEOUT).until(() -> admin.check(commands()), seen);
    }

    private TopicAdmin connect() {
        return TopicAdmin.connect(properties(), layout, TIMEOUT);
    }

    private static Admin kafka() {
        return Admin.create(properties());
    }

    private static Map<String, Object> properties() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    private static Commands commands() {
        return new Commands("./kvlease topics create --prefix of-the-test", broker.bootstrapServers());
    }
}
