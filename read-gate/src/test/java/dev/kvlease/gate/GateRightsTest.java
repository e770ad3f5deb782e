package dev.kvlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedBroker;
import dev.kvlease.app.platform.registry.EmbeddedRegistry;
import dev.kvlease.app.platform.registry.RegistryOptions;
import dev.kvlease.app.rights.Deployment;
import dev.kvlease.app.rights.Party;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Right;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.gate.HolderClocks.ClockReading;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gate on a broker with ACLs: the rights of a reader are enough, and it says which one it lacks. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class GateRightsTest {
    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule";
    private static final String LACKS = "this reader lacks ";
    private static final long LEASE_NS = 60_000_000_000L;

    @TempDir
    private static Path dir;

    private static EmbeddedBroker broker;
    private static EmbeddedRegistry registry;
    private static Admin admin;
    private static LeaseApplication application;

    private final ReaderClock clock = new ReaderClock();
    private int attempts;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(BrokerOptions.in(dir.resolve("broker"))
                .withOverrides(Map.of(
                        "listener.security.protocol.map",
                        "BROKER:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "sasl.mechanism.inter.broker.protocol",
                        "PLAIN",
                        "listener.name.broker.plain.sasl.jaas.config",
                        login("admin").replace(";", " user_admin=\"admin-pw\" user_reader=\"reader-pw\";"),
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "super.users",
                        "User:admin;User:ANONYMOUS")));
        admin = Admin.create(clients("admin"));
        registry = EmbeddedRegistry.start(new RegistryOptions(clients("admin"), 0, Optional.empty(), Optional.empty()));
        TopicLayout layout = new TopicLayout(TopicLayout.DEFAULT_PREFIX, 1, 1, Optional.empty());
        try (TopicAdmin topics =
                TopicAdmin.connect(properties("admin"), properties("admin"), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            topics.create(step -> {});
        }
        Map<String, String> stream = new HashMap<>(Map.of(
                "state.dir", dir.resolve("state").toString(), "commit.interval.ms", "100", "kvlease.http.port", "-1"));
        properties("admin").forEach((key, value) -> stream.put(key, value.toString()));
        application = LeaseApplication.start(new KvleaseConfig(stream), 1, line -> {});
    }

    @AfterAll
    static void stop() {
        application.close();
        registry.close();
        admin.close(Duration.ZERO);
        broker.close();
    }

    private static String login(String user) {
        return PLAIN + " required username=\"" + user + "\" password=\"" + user + "-pw\";";
    }

    private static Map<String, Object> clients(String user) {
        return Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                login(user));
    }

    private static Map<String, Object> properties(String user) {
        Map<String, Object> properties = new HashMap<>(clients(user));
        properties.put("schema.registry.url", registry.url());
        return properties;
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(1));
    }

    @Test
    void aReadNeedsTheRightsOfAReaderAndNoOthers() throws Exception {
        List<Right> rights = Party.READER.rights(Deployment.STANDARD);
        grant(rights);
        try (TestHolder holder = new TestHolder("d-rights", "hl", clock, properties("admin"))) {
            patiently().untilAsserted(() -> assertThat(read(holder)).isEmpty());
            for (Right right : rights) {
                admin.deleteAcls(List.of(right.grantedTo("User:reader").toFilter()))
                        .all()
                        .get();
                patiently().untilAsserted(() -> assertThat(read(holder)).contains(LACKS + right));
                grant(List.of(right));
            }
            patiently().untilAsserted(() -> assertThat(read(holder)).isEmpty());
        }
    }

    private static void grant(List<Right> rights) throws Exception {
        admin.createAcls(rights.stream()
                        .map(right -> right.grantedTo("User:reader"))
                        .toList())
                .all()
                .get();
    }

    /** Asks for one read until it is READABLE, and ends it; what the gate says it lacks, or nothing if that went well. */
    private String read(TestHolder holder) throws Exception {
        String name = "read-" + attempts++;
        holder.lease(name, LEASE_NS);
        long outcomes = outcomes();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        GateConfig config = GateConfig.of(new Reader("p-rights", name), properties("reader"));
        try (ReadGate gate = ReadGate.start(config, clock, of -> reading(holder), (read, reason) -> {})) {
            gate.watch(holder.id());
            ReadTicket ticket = gate.ask(ReadRequest.of(holder.id(), name, name, 4));
            patiently().pollInterval(Duration.ofMillis(200)).until(() -> {
                holder.heartbeat(); // a silent holder's leases are not READABLE
                return lacks(log) || gate.await(ticket, Duration.ofMillis(500)).isReadable();
            });
            if (!lacks(log)) {
                gate.failed(ticket, gate.nowNs(), gate.nowNs());
                patiently().until(() -> lacks(log) || outcomes() > outcomes);
            }
        } finally {
            System.setErr(before);
        }
        String said = log.toString(StandardCharsets.UTF_8);
        return lacks(log)
                ? said.lines().filter(line -> line.contains(LACKS)).findFirst().orElseThrow()
                : "";
    }

    private static boolean lacks(ByteArrayOutputStream log) {
        return log.toString(StandardCharsets.UTF_8).contains(LACKS);
    }

    private Optional<ClockReading> reading(TestHolder holder) {
        long sentNs = clock.getAsLong();
        long remoteNs = holder.clockNs();
        return Optional.of(new ClockReading(holder.life(), 0, sentNs, remoteNs, clock.getAsLong()));
    }

    private static long outcomes() throws Exception {
        TopicPartition only = new TopicPartition("kvlease.read-outcomes", 0);
        return admin.listOffsets(Map.of(only, OffsetSpec.latest()))
                .partitionResult(only)
                .get()
                .offset();
    }
}
