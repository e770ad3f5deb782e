package dev.kvlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.gate.HolderClocks.ClockReading;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.gate.core.Taken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
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
    private static final long SECOND = 1_000_000_000L;
    private static final long LEASE_NS = 60 * SECOND;

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
            assertThat(platform.outcomes("p-round")).containsExactly("read COMPLETED");
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
            assertThat(platform.outcomes("p-revoked")).containsExactly("read FAILED");
        }
    }

    @Test
    void aLeaseThatIsReleasedBeforeTheReadIsNotRead() throws Exception {
        try (TestHolder holder = holder("d-before");
                ReadGate gate = gate("p-before", "life", holder)) {
            holder.lease("req", LEASE_NS);
            ReadTicket ticket = gate.ask(request(holder, "read"));
            assertThat(gate.await(ticket, PATIENCE).isReadable()).isTrue();
            holder.release("req");
            Awaitility.await().atMost(PATIENCE).until(() -> !revoked.isEmpty());

            assertThat(gate.check(ticket, gate.nowNs()).reason()).isEqualTo("RELEASED");

            gate.decline(ticket);
            assertNoViolation(gate, holder, "p-before");
            assertThat(platform.outcomes("p-before")).containsExactly("read DECLINED");
        }
    }

    @Test
    void anEngineThatMustNotWaitPollsAndIsToldWhen() throws Exception {
        Set<String> told = ConcurrentHashMap.newKeySet();
        RevocationListener listener = new RevocationListener() {
            @Override
            public void revoked(ReadKey read, String reason) {
                revoked.add(read.readRequestId() + " " + reason);
            }

            @Override
            public void taken(GateVerdict verdict, Taken taken) {
                told.add(verdict.key().readRequestId() + " " + taken);
            }
        };
        GateConfig config = GateConfig.of(new Reader("p-polls", "life"), platform.clients());
        try (TestHolder holder = holder("d-polls");
                ReadGate gate = ReadGate.start(config, clock, of -> Optional.empty(), listener)) {
            assertThat(gate.awaitReady(PATIENCE)).isTrue();
            gate.sampled(holder.id(), reading(holder));
            holder.lease("req", LEASE_NS);
            ReadTicket ticket = gate.ask(request(holder, "read"));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> gate.poll(ticket).filter(Answer::isReadable).isPresent());
            assertThat(told).contains("read ANSWERED");
            long startedNs = gate.nowNs();
            gate.finished(ticket, startedNs, gate.nowNs(), PATIENCE);
            List<Confirmation> decided = new ArrayList<>();
            Awaitility.await().atMost(PATIENCE).until(() -> {
                holder.heartbeat();
                gate.pollConfirmation(ticket).ifPresent(decided::add);
                return !decided.isEmpty();
            });

            assertThat(decided).containsExactly(new Confirmation.Use(Answer.Source.STREAM));
            assertNoViolation(gate, holder, "p-polls");
            assertThat(platform.outcomes("p-polls")).containsExactly("read COMPLETED");
            assertThat(gate.writtenRecords()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void aHolderThatHasStartedAgainIsSampledWhenTheEngineConnectsAnew() throws Exception {
        AtomicReference<TestHolder> current = new AtomicReference<>();
        GateConfig config =
                GateConfig.of(new Reader("p-anew", "life"), platform.clients()).withSampleEvery(Duration.ofHours(1));
        try (TestHolder first = new TestHolder("d-anew", "one", clock, platform.clients());
                ReadGate gate = ReadGate.start(
                        config, clock, of -> Optional.of(reading(current.get())), (read, reason) -> {})) {
            current.set(first);
            gate.watch("d-anew");
            first.lease("req", LEASE_NS);
            readAndConfirm(gate, first, "req");
            try (TestHolder second = new TestHolder("d-anew", "two", clock, platform.clients())) {
                current.set(second);
                gate.watch("d-anew");
                second.lease("req", LEASE_NS);

                Answer answer = readAndConfirm(gate, second, "req");

                assertThat(answer.source()).isEqualTo(Answer.Source.STREAM);
            }
        }
    }

    /**
     * Both engines hold and read, each with one clock: prefill for 30 s, extended to 20 s from then every 5 s; decode for
     * 480 s. Their clocks are moved on, so that nobody has to wait.
     */
    @Test
    void bothTurnsAtOnce() throws Exception {
        AtomicLong skippedNs = new AtomicLong();
        LongSupplier prefill = () -> clock.getAsLong() + skippedNs.get();
        LongSupplier decode = () -> prefill.getAsLong() + TestHolder.AHEAD_NS;
        LongSupplier behind = () -> prefill.getAsLong() - TestHolder.AHEAD_NS;
        try (TestHolder prefillHolder = new TestHolder("prefill-0", "pl", behind, platform.clients());
                TestHolder decodeHolder = new TestHolder("decode-0", "dl", prefill, platform.clients());
                ReadGate prefillGate = gate("prefill-0", "pl", decodeHolder, prefill);
                ReadGate decodeGate = gate("decode-0", "dl", prefillHolder, decode)) {
            prefillHolder.lease("turn-1", 30 * SECOND);
            prefillHolder.lease("turn-1-left", 30 * SECOND);
            decodeHolder.lease("turn-2", 480 * SECOND);
            long leasedNs = prefill.getAsLong();
            for (int beats = 0; beats < 8; beats++) {
                skippedNs.addAndGet(5 * SECOND);
                prefillHolder.extend("turn-1", 20 * SECOND);
                decodeHolder.heartbeat();
            }

            Answer extended = readAndConfirm(decodeGate, prefillHolder, "turn-1");
            Answer left = decodeGate.await(decodeGate.ask(read(prefillHolder, "turn-1-left", "left")), PATIENCE);
            Answer longOne = readAndConfirm(prefillGate, decodeHolder, "turn-2");

            assertThat(extended.deadlineNs() - decode.getAsLong()).isBetween(10 * SECOND, 20 * SECOND);
            assertThat(left.reason()).isEqualTo("DEADLINE_PASSED");
            assertThat(longOne.deadlineNs() - leasedNs).isBetween(479 * SECOND, 481 * SECOND);
            skippedNs.addAndGet(436 * SECOND);
            prefillHolder.heartbeat();
            decodeHolder.heartbeat();
            Answer late = prefillGate.await(prefillGate.ask(read(decodeHolder, "turn-2", "late")), PATIENCE);
            assertThat(late.reason()).isEqualTo("WITHIN_SAFETY_MARGIN");
            assertThat(platform.violations("prefill-0")).isEmpty();
            assertThat(platform.violations("decode-0")).isEmpty();
        }
    }

    /** Asks, with a new attempt each time, until the stream has taken in what was sent to it before. */
    private static Answer readAndConfirm(ReadGate gate, TestHolder holder, String request) throws Exception {
        for (int attempt = 0; attempt < 100; attempt++) {
            ReadTicket ticket = gate.ask(read(holder, request, request + "-" + attempt));
            Answer answer = gate.await(ticket, PATIENCE);
            if (answer.isReadable()) {
                long startedNs = gate.nowNs();
                assertThat(confirmWithHeartbeats(gate, holder, ticket, startedNs, gate.nowNs())
                                .isUsable())
                        .isTrue();
                return answer;
            }
            gate.decline(ticket);
        }
        throw new AssertionError("never READABLE: " + request);
    }

    private static ReadRequest read(TestHolder holder, String request, String read) {
        return ReadRequest.of(holder.id(), request, read, 4);
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
        return gate(reader, life, holder, clock);
    }

    private ReadGate gate(String reader, String life, TestHolder holder, LongSupplier readerClock)
            throws InterruptedException {
        GateConfig config = GateConfig.of(new Reader(reader, life), platform.clients());
        ReadGate gate = ReadGate.start(
                config,
                readerClock,
                of -> Optional.of(reading(holder, readerClock)),
                (read, reason) -> revoked.add(read.readRequestId() + " " + reason));
        gate.watch(holder.id());
        assertThat(gate.awaitReady(PATIENCE)).isTrue();
        return gate;
    }

    private ClockReading reading(TestHolder holder) {
        return reading(holder, clock);
    }

    private static ClockReading reading(TestHolder holder, LongSupplier readerClock) {
        long sentNs = readerClock.getAsLong();
        long remoteNs = holder.clockNs();
        return new ClockReading(holder.life(), 0, sentNs, remoteNs, readerClock.getAsLong());
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
