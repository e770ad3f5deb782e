package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.compare.ComparisonResult;
import dev.kvlease.app.compare.Finding;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.registry.MockRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A task that is killed again and again tells every reader in the end what a task that never was would have told it. A
 * kill loses everything since the last commit but a part, cut anywhere, of what had been sent to the changelog and to the
 * outputs; then the inputs are read again from the last commit.
 */
class CrashTest {
    private static final String SCOPE = "crash-test";
    private static final KvleaseConfig CONFIG =
            new KvleaseConfig(Map.of("bootstrap.servers", "nowhere:1", "schema.registry.url", "mock://" + SCOPE));
    private static final int SEEDS = 12;
    private static final int MAX_KILLS = 40;
    private static final long SECOND_NS = 1_000_000_000L;

    @AfterAll
    static void dropRegistry() {
        MockRegistry.drop(SCOPE);
    }

    static List<FleetScenario> scenarios() {
        return List.of(
                FleetScenario.calm(4, 8, 120 * SECOND_NS),
                FleetScenario.lossy(4, 8, 120 * SECOND_NS),
                FleetScenario.restarts(4, 8, 120 * SECOND_NS),
                FleetScenario.incident(4, 8, 120 * SECOND_NS));
    }

    /** A kill between two commits, before anything of the state was written. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void killsChangeNoFinalWord(FleetScenario scenario) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            History history = History.simulated(scenario, seed);
            Outputs plain = Outputs.ofPlainRun(history);

            Outputs killed = runWithKills(history, new Random(seed), false);

            String which = scenario.name() + ", seed " + seed;
            assertThat(killed.words()).as(which).isEqualTo(plain.words());
            assertThat(killed.violationIds()).as(which).isEqualTo(plain.violationIds());
        }
    }

    /**
     * A kill while the state is being written. What is read back may then know in part what comes next, so that a question
     * which comes again is declined; but the last word of no read is READABLE that was not to be, and no violation is
     * missed.
     */
    @ParameterizedTest
    @MethodSource("scenarios")
    void killsWithinACommitErrOnTheSafeSide(FleetScenario scenario) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            History history = History.simulated(scenario, seed);
            Outputs plain = Outputs.ofPlainRun(history);

            Outputs killed = runWithKills(history, new Random(seed), true);

            String which = scenario.name() + ", seed " + seed;
            assertThat(killed.unsafeComparedWith(plain)).as(which).isEmpty();
            assertThat(killed.violationIds()).as(which).containsAll(plain.violationIds());
        }
    }

    /** An exact replay finds every verdict again that was written, with all restarts; those that a kill lost it names so. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void everyVerdictIsFoundAgain(FleetScenario scenario) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            History history = History.simulated(scenario, seed);

            Outputs killed = runWithKills(history, new Random(seed), false);

            List<Finding> findings = Followed.of(history, killed);
            String which = scenario.name() + ", seed " + seed;
            assertThat(findings.stream().filter(Finding::isFault)).as(which).isEmpty();
            assertThat(findings)
                    .as(which)
                    .filteredOn(finding -> finding.kind() == Finding.Kind.SAME)
                    .hasSameSizeAs(killed.verdicts);
        }
    }

    /** Where a kill cut the writing of the state, the run says so itself, and nothing else differs. */
    @Test
    void whatAKillTearsIsKnownToBeTorn() {
        ComparisonResult all = new ComparisonResult(finding -> {});
        for (FleetScenario scenario : scenarios()) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                History history = History.simulated(scenario, seed);

                Outputs killed = runWithKills(history, new Random(seed), true);

                String which = scenario.name() + ", seed " + seed;
                List<Finding> findings = Followed.of(history, killed);
                assertThat(findings.stream().filter(Finding::isFault)).as(which).isEmpty();
                findings.forEach(all);
            }
        }
        assertThat(all.explained(Finding.Doubt.STATE_TORN)).isPositive();
        assertThat(all.count(Finding.Kind.SAME)).isGreaterThan(all.explained(Finding.Doubt.STATE_TORN));
    }

    @Test
    void aRestartAfterACommitNeedsNoRecordAgain() {
        FleetScenario scenario = FleetScenario.restarts(4, 8, 60 * SECOND_NS);
        for (long seed = 1; seed <= 10; seed++) {
            History history = History.simulated(scenario, seed);
            Outputs plain = Outputs.ofPlainRun(history);
            Life restarted = new Life(history);
            for (int i = 0; i < history.records().size(); i++) {
                restarted.run(1);
                restarted.commit();
                restarted.restart();
            }
            assertThat(restarted.outputs.words()).as("seed %d", seed).isEqualTo(plain.words());
            assertThat(restarted.outputs.violationIds()).as("seed %d", seed).isEqualTo(plain.violationIds());
        }
    }

    private static Outputs runWithKills(History history, Random random, boolean withinCommits) {
        Life life = new Life(history);
        int kills = 0;
        while (!life.isDone()) {
            life.run(1 + random.nextInt(60));
            double dice = random.nextDouble();
            if (dice < 0.3) {
                life.commit();
            } else if (dice < 0.5 && withinCommits) {
                life.store.writeChanges();
            } else if (dice < 0.7 && kills < MAX_KILLS) {
                kills++;
                life.kill(random, withinCommits);
            }
        }
        return life.outputs;
    }

    /** A task over all its restarts. */
    private static final class Life {
        private final History history;
        private final Outputs outputs = new Outputs();
        private final Serde<Object> values = ValueSerdes.of(CONFIG).get();
        private final Map<Topic, String> names = new EnumMap<>(Topic.class);
        private final List<Long> offsets = new ArrayList<>();

        private LoggedStore store = new LoggedStore();
        private MockProcessorContext<byte[], byte[]> context;
        private LeaseProcessor processor;
        private int next;
        private long runs;

        private int committedNext;
        private int sentChangelog;
        private int sentVerdicts;
        private int sentViolations;

        Life(History history) {
            this.history = history;
            Map<Topic, Long> counts = new EnumMap<>(Topic.class);
            for (History.Arriving record : history.records()) {
                offsets.add(counts.merge(record.topic(), 1L, Long::sum) - 1);
            }
            for (Topic topic : Topic.values()) {
                names.put(topic, CONFIG.nameOf(topic));
            }
            start();
        }

        private void start() {
            context = new MockProcessorContext<>(new Properties());
            context.addStateStore(store.front());
            context.setCurrentSystemTimeMs(++runs);
            processor = new LeaseProcessor(
                    CONFIG,
                    1,
                    ValueSerdes.of(CONFIG),
                    new ReaderPartitions(),
                    new LeaseMeters(Clock.systemUTC(), LeaseMeters.Limits.NONE, 100),
                    new Feed());
            processor.init(context);
        }

        boolean isDone() {
            return next == history.records().size();
        }

        void run(int count) {
            for (int i = 0; i < count && !isDone(); i++) {
                History.Arriving record = history.records().get(next);
                context.setRecordMetadata(names.get(record.topic()), 0, offsets.get(next));
                context.setCurrentStreamTimeMs(record.timestampMs());
                processor.process(toBytes(record));
                next++;
            }
            collect();
        }

        private Record<byte[], byte[]> toBytes(History.Arriving record) {
            byte[] key = record.input().orElseThrow().holder().getBytes(UTF_8);
            byte[] value = values.serializer()
                    .serialize(
                            names.get(record.topic()),
                            new RecordHeaders(),
                            InputCodec.toAvro(record.input().get()));
            return new Record<>(key, value, record.timestampMs(), new RecordHeaders());
        }

        private void collect() {
            outputs.verdicts.addAll(forwarded(Topic.VERDICTS, Verdict.class::cast));
            outputs.violations.addAll(forwarded(Topic.VIOLATIONS, Violation.class::cast));
            assertThat(context.forwarded(Topic.DEAD_LETTERS.shortName()).stream()
                            .map(letter -> letter.record().headers().lastHeader(DeadLetter.REASON))
                            .map(header -> new String(header.value(), UTF_8)))
                    .doesNotContain(DeadLetterReason.INTERNAL_ERROR.name());
            context.resetForwards();
        }

        private <T> List<T> forwarded(Topic topic, Function<Object, T> cast) {
            return context.forwarded(topic.shortName()).stream()
                    .map(each -> (byte[]) each.record().value())
                    .map(bytes -> cast.apply(values.deserializer().deserialize(names.get(topic), bytes)))
                    .toList();
        }

        void commit() {
            store.writeChanges();
            committedNext = next;
            rememberSent();
        }

        /** What has arrived stays. */
        private void rememberSent() {
            sentChangelog = store.changelog().size();
            sentVerdicts = outputs.verdicts.size();
            sentViolations = outputs.violations.size();
        }

        /** Loses what a crash may lose. */
        void kill(Random random, boolean withinCommit) {
            if (withinCommit && random.nextBoolean()) {
                store.writeChanges();
            }
            cut(outputs.verdicts, sentVerdicts, random);
            cut(outputs.violations, sentViolations, random);
            List<KeyValue<Bytes, byte[]>> left = new ArrayList<>(store.changelog());
            cut(left, sentChangelog, random);
            store = LoggedStore.restored(left);
            next = committedNext;
            rememberSent();
            start();
        }

        private static void cut(List<?> list, int kept, Random random) {
            int left = kept + random.nextInt(list.size() - kept + 1);
            list.subList(left, list.size()).clear();
        }

        void restart() {
            store = LoggedStore.restored(store.changelog());
            start();
        }
    }
}
