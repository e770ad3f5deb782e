package dev.kvlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.gate.HolderClocks.ClockReading;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gate with the real application on a real broker. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ReadGateTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LEASE_NS = 60_000_000_000L;

    @TempDir
    private static Path dir;

    private static Platform platform;

    private final ReaderClock clock = new ReaderClock();
    private final List<String> revoked = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void start() {
        platform = new Platform(dir);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void roundTripOfARead() throws Exception {
        try (TestHolder holder = holder("d-round");
                ReadGate gate = gate("p-round", "life", holder)) {
            long expiryNs = holder.lease("req", LEASE_NS);
            ReadTicket ticket = gate.ask(request(holder, "read").withExpiryNs(expiryNs));
            Answer answer = gate.await(ticket, PATIENCE);
            assertThat(answer).returns("WITHIN_LEASE", Answer::reason).returns(Answer.Source.STREAM, Answer::source);
            assertThat(answer.deadlineNs())
                    .isBetween(expiryNs - TestHolder.AHEAD_NS - 1_000_000_000, expiryNs - TestHolder.AHEAD_NS);
            long startedNs = gate.nowNs();
            assertThat(gate.check(ticket, startedNs).isReadable()).isTrue();
            long finishedNs = gate.nowNs();

            Confirmation confirmation = confirmWithHeartbeats(gate, holder, ticket, startedNs, finishedNs);

            assertThat(confirmation).isEqualTo(new Confirmation.Use(Answer.Source.STREAM));
            holder.release("req");
            holder.heartbeat();
            assertNoViolation(gate, holder, "p-round");
        }
    }

    @Test
    void aLeaseThatIsReleasedDuringTheReadIsDiscarded() throws Exception {
        try (TestHolder holder = holder("d-revoked");
                ReadGate gate = gate("p-revoked", "life", holder)) {
            holder.lease("req", LEASE_NS);
            ReadTicket ticket = gate.ask(request(holder, "read"));
            assertThat(gate.await(ticket, PATIENCE).isReadable()).isTrue();
            long startedNs = gate.nowNs();
            holder.release("req");

            Confirmation confirmation = confirmWithHeartbeats(gate, holder, ticket, startedNs, gate.nowNs());

            assertThat(confirmation).isEqualTo(new Confirmation.Discard("RELEASED"));
            assertThat(revoked).containsExactly("read RELEASED");
            assertNoViolation(gate, holder, "p-revoked");
        }
    }

    @Test
    void whoeverSkipsTheConfirmationIsFoundByTheAudit() throws Exception {
        try (TestHolder holder = holder("d-skipped");
                ReadGate gate = gate("p-skipped", "life", holder)) {
            holder.lease("req", LEASE_NS);
            ReadTicket ticket = gate.ask(request(holder, "read"));
            assertThat(gate.await(ticket, PATIENCE).isReadable()).isTrue();
            holder.release("req");
            TimeUnit.MILLISECONDS.sleep(50);
            long startedNs = gate.nowNs();
            TimeUnit.MILLISECONDS.sleep(50);

            gate.usedUnconfirmed(ticket, startedNs, gate.nowNs());

            Awaitility.await().atMost(PATIENCE).until(() -> {
                holder.heartbeat();
                return !platform.violations("p-skipped").isEmpty();
            });
            assertThat(platform.violations("p-skipped"))
                    .singleElement()
                    .returns(
                            "READ_AFTER_RELEASE",
                            violation -> violation.getType().name())
                    .returns("CERTAIN", violation -> violation.getCertainty().name());
        }
    }

    @Test
    void aGateThatIsStartedAgainRemembersWhatWasTakenBack() throws Exception {
        try (TestHolder holder = holder("d-again")) {
            holder.lease("req", LEASE_NS);
            try (ReadGate gate = gate("p-again", "life", holder)) {
                ReadTicket ticket = gate.ask(request(holder, "read"));
                assertThat(gate.await(ticket, PATIENCE).isReadable()).isTrue();
                holder.release("req");
                Awaitility.await().atMost(PATIENCE).until(() -> !revoked.isEmpty());
            }
            holder.lease("req", LEASE_NS);
            try (ReadGate again = gate("p-again", "life", holder);
                    ReadGate nextLife = gate("p-again", "life-2", holder)) {
                assertThat(again.check(new ReadKey("d-again", "req", "read"), again.nowNs())
                                .reason())
                        .isEqualTo("RELEASED");
                ReadTicket same = again.ask(request(holder, "read"));
                assertThat(again.await(same, PATIENCE).reason()).isEqualTo("RELEASED");
                assertThat(nextLife.check(new ReadKey("d-again", "req", "read"), nextLife.nowNs())
                                .status())
                        .isEqualTo(Answer.Status.UNKNOWN);
                ReadTicket fresh = nextLife.ask(request(holder, "read-2"));
                assertThat(nextLife.await(fresh, PATIENCE).isReadable()).isTrue();
                nextLife.decline(fresh);
            }
        }
    }

    @Test
    void theExampleOfTheReadmeReadsAndComputes() throws Exception {
        try (TestHolder holder = holder("d-example")) {
            holder.lease("req", LEASE_NS);
            ExampleEngine engine = new ExampleEngine(holder);
            UsageExample example = new UsageExample(engine);

            boolean read = example.readOrCompute(platform.clients(), "example-life", holder.id(), "req");
            assertThat(read).isTrue();
            holder.release("req");
            boolean readAgain = example.readOrCompute(platform.clients(), "example-life-2", holder.id(), "req");
            assertThat(readAgain).isFalse();
            assertThat(engine.transfers).isEqualTo(1);
        }
    }

    /** Transfers at once; the holder goes on living. */
    private final class ExampleEngine implements UsageExample.Engine {
        private final TestHolder holder;
        private int transfers;

        ExampleEngine(TestHolder holder) {
            this.holder = holder;
        }

        @Override
        public ReaderClock clock() {
            return clock;
        }

        @Override
        public Optional<ClockReading> clockOf(String id) {
            return Optional.of(reading(holder));
        }

        @Override
        public void cancelTransfer(ReadKey read, String reason) {
            revoked.add(read.readRequestId() + " " + reason);
        }

        @Override
        public boolean transfer() {
            transfers++;
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(this::heartbeat);
            return true;
        }

        private void heartbeat() {
            try {
                holder.heartbeat();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public boolean compute() {
            return false;
        }

        @Override
        public boolean useAndTellTheHolder() {
            return true;
        }
    }

    @Test
    void restartsOfApplicationAndBrokerReviveNothing() throws Exception {
        try (TestHolder holder = holder("d-restart");
                ReadGate gate = gate("p-restart", "life", holder)) {
            long expiryNs = holder.lease("req", LEASE_NS);
            ReadTicket taken = gate.ask(request(holder, "taken"));
            assertThat(gate.await(taken, PATIENCE).isReadable()).isTrue();
            holder.release("req");
            Awaitility.await().atMost(PATIENCE).until(() -> !revoked.isEmpty());
            ReadTicket ended = gate.ask(request(holder, "ended").withExpiryNs(expiryNs));
            assertThat(gate.await(ended, PATIENCE).reason()).isEqualTo("RELEASED");

            platform.stopApplication();
            platform.restartBroker();
            Awaitility.await().atMost(PATIENCE).until(() -> !gate.staleness().stale());
            ReadTicket whileAway = gate.ask(request(holder, "away").withExpiryNs(expiryNs));
            assertThat(gate.await(whileAway, Duration.ofSeconds(1)).status()).isEqualTo(Answer.Status.UNKNOWN);
            platform.startApplication();

            assertThat(gate.await(whileAway, PATIENCE).reason()).isEqualTo("RELEASED");
            assertThat(gate.check(taken, gate.nowNs()).reason()).isEqualTo("RELEASED");
            assertThat(gate.check(ended, gate.nowNs()).reason()).isEqualTo("RELEASED");
            holder.lease("again", LEASE_NS);
            ReadTicket fresh = gate.ask(ReadRequest.of(holder.id(), "again", "fresh", 4));
            assertThat(gate.await(fresh, PATIENCE).isReadable()).isTrue();
            gate.decline(fresh);
        }
    }

    @Test
    void theNamesOfTopicsAreTheApplications() {
        GateTopics topics = new GateTopics("x.");
        assertThat(List.of(topics.handshakeSamples(), topics.readIntents(), topics.readOutcomes(), topics.verdicts()))
                .containsExactly(
                        Topic.HANDSHAKE_SAMPLES.name("x."),
                        Topic.READ_INTENTS.name("x."),
                        Topic.READ_OUTCOMES.name("x."),
                        Topic.VERDICTS.name("x."));
    }

    private TestHolder holder(String id) throws Exception {
        return new TestHolder(id, "hl", clock, platform.clients());
    }

    private ReadGate gate(String reader, String life, TestHolder holder) throws InterruptedException {
        GateConfig config = GateConfig.of(new Reader(reader, life), platform.clients());
        ReadGate gate = ReadGate.start(
                config,
                clock,
                of -> Optional.of(reading(holder)),
                (read, reason) -> revoked.add(read.readRequestId() + " " + reason));
        gate.watch(holder.id());
        assertThat(gate.awaitReady(PATIENCE)).isTrue();
        return gate;
    }

    private ClockReading reading(TestHolder holder) {
        long sentNs = clock.getAsLong();
        long remoteNs = holder.clockNs();
        return new ClockReading(holder.life(), 0, sentNs, remoteNs, clock.getAsLong());
    }

    private static ReadRequest request(TestHolder holder, String read) {
        return ReadRequest.of(holder.id(), "req", read, 4);
    }

    private static Confirmation confirmWithHeartbeats(
            ReadGate gate, TestHolder holder, ReadTicket ticket, long startedNs, long finishedNs) throws Exception {
        TimeUnit.MILLISECONDS.sleep(20);
        holder.heartbeat();
        return gate.confirm(ticket, startedNs, finishedNs, PATIENCE);
    }

    /** A later question is answered with all that was sent before, so the outcome has been judged by then. */
    private static void assertNoViolation(ReadGate gate, TestHolder holder, String reader) throws Exception {
        TimeUnit.MILLISECONDS.sleep(200);
        holder.heartbeat();
        ReadTicket last = gate.ask(ReadRequest.of(holder.id(), "none", "last", 4));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> gate.check(last, gate.nowNs()).reason().equals("LEASE_UNKNOWN"));
        assertThat(platform.violations(reader)).isEmpty();
        assertThat(gate.lostRecords()).isZero();
    }
}
