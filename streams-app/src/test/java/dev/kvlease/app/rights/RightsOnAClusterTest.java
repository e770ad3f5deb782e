package dev.kvlease.app.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.TestConsole;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpChecks;
import dev.kvlease.app.run.StartUpException;
import dev.kvlease.app.topics.Commands;
import dev.kvlease.app.topics.Right;
import dev.kvlease.app.topics.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On a broker with TLS, SCRAM and ACLs, and a registry with TLS and passwords: the rights of {@link Party} are enough for
 * each to do its work, and each of them is needed.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class RightsOnAClusterTest {
    private static final String LATE = "late";
    private static final Path EVENTS =
            Path.of("..", "lease-core", "src", "test", "resources", "golden", "turn-two-within-lease.events.ndjson");

    @TempDir
    private static Path dir;

    private static SecuredPlatform platform;
    private static final AtomicInteger ATTEMPTS = new AtomicInteger();

    /** What somebody tries; what it is told if that fails, or nothing. */
    private interface Attempt {
        String by(String user) throws Exception;
    }

    @BeforeAll
    static void start() throws Exception {
        platform = SecuredPlatform.start(dir);
        platform.addUsers(
                Arrays.stream(Party.values()).map(RightsOnAClusterTest::userOf).toList());
        platform.addUsers(List.of(LATE));
        needsExactly(
                Party.IMPORTER,
                Deployment.STANDARD,
                RightsOnAClusterTest::importEvents,
                RightsOnAClusterTest::onSomeTopic);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static String userOf(Party party) {
        return party.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void needsExactly(Party party, Deployment names, Attempt attempt, Function<Right, String> told)
            throws Exception {
        String user = userOf(party);
        List<Right> rights = party.rights(names);
        platform.grant(user, rights);
        patiently().untilAsserted(() -> assertThat(attempt.by(user)).isEmpty());
        for (Right right : rights) {
            platform.revoke(user, right);
            patiently()
                    .untilAsserted(() -> assertThat(attempt.by(user).strip())
                            .as("without " + right)
                            .contains(told.apply(right))
                            .hasLineCount(1));
            platform.grant(user, List.of(right));
        }
        patiently().untilAsserted(() -> assertThat(attempt.by(user)).isEmpty());
    }

    /** The cluster takes a moment to follow a change of ACLs. */
    private static ConditionFactory patiently() {
        return Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(1));
    }

    private static String onSomeTopic(Right right) {
        return "this user lacks " + right.operation() + " on topic " + right.name();
    }

    @ParameterizedTest
    @EnumSource(names = {"HOLDER", "ROUTER", "SOURCE_CONNECTOR"})
    void whoOnlyWritesNeedsToWrite(Party party) throws Exception {
        needsExactly(party, Deployment.STANDARD, user -> writes(user, party), Right::name);
    }

    /** As the gate does: it reads without a group. */
    @Test
    void aReaderWritesWhatItHasToSayAndReadsVerdicts() throws Exception {
        needsExactly(
                Party.READER,
                Deployment.STANDARD,
                user -> writes(user, Party.READER) + readsVerdicts(user),
                Right::name);
    }

    @Test
    void aSinkConnectorReadsVerdictsInItsGroup() throws Exception {
        needsExactly(Party.SINK_CONNECTOR, Deployment.STANDARD, RightsOnAClusterTest::readsInAGroup, Right::name);
    }

    @Test
    void forensicsReads() throws Exception {
        needsExactly(
                Party.FORENSICS,
                Deployment.STANDARD,
                user -> command(
                        user,
                        "export",
                        "--quiet",
                        "--out",
                        dir.resolve("exported.ndjson").toString()),
                RightsOnAClusterTest::onSomeTopic);
    }

    /** Topics of another name for each try, so that there is always something to make. */
    @Test
    void anAdministratorMakesTopics() throws Exception {
        needsExactly(
                Party.ADMINISTRATOR,
                new Deployment("made.", "kvlease", false),
                user -> command(
                        user,
                        "topics",
                        "create",
                        "--partitions",
                        "1",
                        "--topic-prefix",
                        "made." + ATTEMPTS.incrementAndGet() + "."),
                RightsOnAClusterTest::onSomeTopic);
    }

    @Test
    void monitoringDescribes() throws Exception {
        needsExactly(
                Party.MONITORING,
                Deployment.STANDARD,
                user -> command(user, "topics", "check") + describesGroup(user),
                right -> right.resource() == ResourceType.GROUP
                        ? "groupId `CoordinatorKey(idValue='kvlease', type=GROUP)` failed due to authorization"
                        : onSomeTopic(right));
    }

    @ParameterizedTest
    @EnumSource(Guarantee.class)
    void theApplicationRunsWithItsRightsAndSaysAtItsStartWhichOneItLacks(Guarantee guarantee) throws Exception {
        Deployment names = new Deployment("kvlease.", guarantee.applicationId, guarantee == Guarantee.EXACTLY_ONCE);
        String user = userOf(Party.APPLICATION);
        Right create = Right.onPrefix(AclOperation.CREATE, ResourceType.TOPIC, guarantee.applicationId + "-");
        List<Right> rights = Party.APPLICATION.rights(names);
        platform.grant(user, rights);
        platform.revoke(user, create);
        patiently().untilAsserted(() -> assertThat(startUp(user, guarantee)).isEqualTo(lacks(create)));
        platform.grant(user, List.of(create));
        patiently().untilAsserted(() -> assertThat(startUp(user, guarantee)).isEmpty());

        runUntilVerdicts(user, guarantee);

        for (Right right : rights) {
            if (!right.equals(create)) { // only what is yet to be made needs it
                platform.revoke(user, right);
                patiently()
                        .untilAsserted(
                                () -> assertThat(startUp(user, guarantee)).isEqualTo(lacks(right)));
                platform.grant(user, List.of(right));
            }
        }
        for (Right right : rights) {
            platform.revoke(user, right);
        }
    }

    private enum Guarantee {
        AT_LEAST_ONCE("kvlease"),
        EXACTLY_ONCE("once");

        private final String applicationId;

        Guarantee(String applicationId) {
            this.applicationId = applicationId;
        }

        Map<String, String> flags() {
            return Map.of(
                    "application.id",
                    applicationId,
                    "processing.guarantee",
                    this == EXACTLY_ONCE ? "exactly_once_v2" : "at_least_once",
                    "state.dir",
                    dir.resolve("state-" + applicationId).toString(),
                    "kvlease.http.port",
                    "0");
        }
    }

    private static String lacks(Right right) {
        return "this user lacks " + right + "; grant it: "
                + commands("HOST:PORT").grant(right);
    }

    private static Commands commands(String bootstrapServers) {
        return new Commands("./kvlease topics create", bootstrapServers);
    }

    private static String startUp(String user, Guarantee guarantee) throws Exception {
        try {
            StartUpChecks.check(platform.config(user, guarantee.flags()), commands("HOST:PORT"));
            return "";
        } catch (StartUpException e) {
            return e.getMessage();
        }
    }

    private static void runUntilVerdicts(String user, Guarantee guarantee) throws Exception {
        long before = verdicts();
        KvleaseConfig config = platform.config(user, guarantee.flags());
        LeaseApplication application = LeaseApplication.start(config, 1, line -> {});
        CompletableFuture<Optional<String>> end = endOf(application);
        patiently().until(() -> end.isDone() || (application.isRunning() && verdicts() > before));
        assertThat(end).isNotDone();
        application.close();
        assertThat(end.get()).isEmpty();
    }

    private static CompletableFuture<Optional<String>> endOf(LeaseApplication application) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return application.awaitEnd();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static long verdicts() throws Exception {
        TopicPartition only = new TopicPartition(nameOf(Topic.VERDICTS), 0);
        return platform.admin()
                .listOffsets(Map.of(only, OffsetSpec.latest()))
                .partitionResult(only)
                .get()
                .offset();
    }

    /** A right that could not be asked for at the start is named when it was missed. */
    @Test
    void aRightThatIsMissedLaterIsNamedThen() throws Exception {
        Right missed = Right.onPrefix(AclOperation.WRITE, ResourceType.TOPIC, LATE + "-");
        platform.grant(LATE, Party.APPLICATION.rights(new Deployment("kvlease.", LATE, false)));
        platform.revoke(LATE, missed);
        Map<String, String> flags = new HashMap<>(Guarantee.AT_LEAST_ONCE.flags());
        flags.put("application.id", LATE);
        flags.put("commit.interval.ms", "100");
        flags.put("state.dir", dir.resolve("state-late").toString());
        KvleaseConfig config = platform.config(LATE, flags);
        patiently().ignoreExceptions().until(() -> StartUpChecks.check(config, commands("HOST:PORT")) == 1);

        LeaseApplication application = LeaseApplication.start(config, 1, line -> {});
        CompletableFuture<Optional<String>> end = endOf(application);
        patiently().until(end::isDone);
        application.close();

        assertThat(end.get().orElseThrow())
                .contains("late-holder-state-changelog")
                .hasLineCount(1);
        assertThat(StartUpChecks.missingRights(config, commands("HOST:PORT"))).containsExactly(lacks(missed));
    }

    private static String nameOf(Topic topic) {
        return topic.name(Deployment.STANDARD.topicPrefix());
    }

    private static String importEvents(String user) throws Exception {
        return command(user, "import", "--quiet", "--input", EVENTS.toString());
    }

    /** A command as from a shell; what it says if it finds something wrong. */
    private static String command(String user, String... command) throws Exception {
        TestConsole console = new TestConsole();
        String[] line = Arrays.copyOf(command, command.length + 2);
        line[command.length] = "--config";
        line[command.length + 1] = platform.connectionFile(user).toString();
        return console.run(line) == 0 ? "" : console.out() + console.err();
    }

    /** Writes to each topic that the party may write to. */
    private static String writes(String user, Party party) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                platform.config(user).producerProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (Right right : party.rights(Deployment.STANDARD)) {
                if (right.operation() == AclOperation.WRITE) {
                    producer.send(new ProducerRecord<>(right.name(), new byte[] {1}, new byte[] {0}))
                            .get();
                }
            }
            return "";
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        } catch (KafkaException e) {
            return e.getMessage();
        }
    }

    private static String readsVerdicts(String user) throws Exception {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(user, Map.of())) {
            TopicPartition only = new TopicPartition(nameOf(Topic.VERDICTS), 0);
            consumer.partitionsFor(only.topic());
            consumer.assign(List.of(only));
            consumer.offsetsForTimes(Map.of(only, 0L));
            consumer.seekToBeginning(List.of(only));
            consumer.poll(Duration.ofMillis(100));
            return "";
        } catch (KafkaException e) {
            return e.getMessage();
        }
    }

    private static String readsInAGroup(String user) throws Exception {
        Map<String, Object> group = Map.of("group.id", "connect-kvlease-verdicts");
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(user, group)) {
            consumer.subscribe(List.of(nameOf(Topic.VERDICTS)));
            while (consumer.assignment().isEmpty()) {
                consumer.poll(Duration.ofMillis(100));
            }
            consumer.poll(Duration.ofMillis(100));
            consumer.commitSync();
            return "";
        } catch (KafkaException e) {
            return e.getMessage();
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String user, Map<String, Object> more) throws Exception {
        Map<String, Object> properties = platform.config(user).consumerProperties();
        properties.putAll(more);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static String describesGroup(String user) throws Exception {
        try (Admin admin = Admin.create(platform.config(user).clientProperties())) {
            admin.listConsumerGroupOffsets(Deployment.STANDARD.applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get();
            return "";
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        }
    }
}
