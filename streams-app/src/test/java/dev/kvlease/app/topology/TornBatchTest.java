package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * At-least-once after a kill at every single write of every batch: the store has the batches before and the beginning of
 * one that covers several records of several holders, what these records caused is lost, and they come again. No last word
 * on a read without an outcome is READABLE that was not to be, no violation is lost, and once the records have been taken
 * again the answers are those of a task that was never killed.
 */
class TornBatchTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int MAX_BATCH = 60;

    static List<FleetScenario> scenarios() {
        return List.of(
                FleetScenario.calm(4, 12, 120 * SECOND_NS),
                FleetScenario.lossy(4, 12, 120 * SECOND_NS),
                FleetScenario.restarts(4, 12, 120 * SECOND_NS),
                FleetScenario.incident(4, 12, 120 * SECOND_NS));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void killedAtAnyWriteOfABatch(FleetScenario scenario) {
        int kills = 0;
        for (long seed = 1; seed <= 2; seed++) {
            String which = scenario.name() + ", seed " + seed;
            kills += new Kills(which, History.simulated(scenario, seed), new Random(seed)).checkAll();
        }
        assertThat(kills).isGreaterThan(150);
    }

    /** What follows from a record. */
    private record Said(List<Verdict> verdicts, List<Violation> violations) {
        static Said of(Consequences out) {
            return new Said(List.copyOf(out.verdicts()), List.copyOf(out.violations()));
        }

        void to(Outputs outputs) {
            verdicts.forEach(outputs::verdict);
            violations.forEach(outputs::violation);
        }

        List<String> answers() {
            return verdicts.stream()
                    .filter(verdict -> verdict.trigger() == Trigger.READ_INTENT)
                    .map(verdict -> verdict.reader() + " " + verdict.readRequestId() + " " + verdict.reason() + " "
                            + verdict.readableUntilNs() + " " + verdict.deadlineNs())
                    .toList();
        }
    }

    /** A batch: the record after its last, and where its writes end in the changelog. */
    private record Batch(int nextRecord, int endOfWrites) {}

    private static final class Kills {
        private final String name;
        private final History history;
        private final Random random;
        private final List<Long> offsets = new ArrayList<>();
        private final List<Batch> batches = new ArrayList<>();
        private final List<Said> heard = new ArrayList<>();
        private final Outputs plain;

        Kills(String name, History history, Random random) {
            this.name = name;
            this.history = history;
            this.random = random;
            this.plain = Outputs.ofPlainRun(history);
            Map<Topic, Long> counts = new EnumMap<>(Topic.class);
            history.records().forEach(record -> offsets.add(counts.merge(record.topic(), 1L, Long::sum) - 1));
        }

        /** How many kills were tried. */
        int checkAll() {
            List<KeyValue<Bytes, byte[]>> changelog = runUnkilled();
            MemoryStore before = new MemoryStore();
            Batch last = new Batch(0, 0);
            int kills = 0;
            for (Batch batch : batches) {
                for (int cut = last.endOfWrites(); cut <= batch.endOfWrites(); cut++) {
                    kills++;
                    MemoryStore left = before.copy();
                    left.putAll(changelog.subList(last.endOfWrites(), cut));
                    check(left, last.nextRecord(), batch.nextRecord(), cut - last.endOfWrites());
                }
                before.putAll(changelog.subList(last.endOfWrites(), batch.endOfWrites()));
                last = batch;
            }
            return kills;
        }

        private List<KeyValue<Bytes, byte[]>> runUnkilled() {
            LoggedStore store = new LoggedStore();
            LeaseJoin join = new LeaseJoin(store, 0, Settings.DEFAULT, 1);
            Consequences out = new Consequences();
            int untilSave = 1 + random.nextInt(MAX_BATCH);
            for (int i = 0; i < history.records().size(); i++) {
                take(join, i, out);
                heard.add(Said.of(out));
                if (--untilSave == 0) {
                    join.save();
                    batches.add(new Batch(i + 1, store.changelog().size()));
                    untilSave = 1 + random.nextInt(MAX_BATCH);
                }
            }
            return store.changelog();
        }

        private void take(LeaseJoin join, int index, Consequences out) {
            History.Arriving record = history.records().get(index);
            assertThat(join.take(
                            record.topic(),
                            offsets.get(index),
                            record.timestampMs(),
                            record.input(),
                            record.timestampMs(),
                            out))
                    .isEmpty();
        }

        private void check(MemoryStore left, int firstAgain, int firstNew, int writes) {
            String kill = "%s: killed after %d writes of the batch from %d to %d"
                    .formatted(name, writes, firstAgain, firstNew);
            Outputs said = new Outputs();
            heard.subList(0, firstAgain).forEach(each -> each.to(said));
            LeaseJoin join = new LeaseJoin(left, 0, Settings.DEFAULT, 2);
            Consequences out = new Consequences();
            for (int i = firstAgain; i < history.records().size(); i++) {
                take(join, i, out);
                Said now = Said.of(out);
                now.to(said);
                if (i >= firstNew) {
                    assertThat(now.answers())
                            .as("%s: answers at %d", kill, i)
                            .containsAll(heard.get(i).answers());
                }
            }
            List<String> unsafe = said.unsafeComparedWith(plain);
            unsafe.removeIf(word -> endedBefore(firstNew).contains(word.substring(0, word.indexOf(": "))));
            assertThat(unsafe).as(kill).isEmpty();
            assertThat(said.violationIds()).as(kill).containsAll(plain.violationIds());
        }

        /** Reads whose outcomes the killed task had taken: no word is owed to their readers (semantics.md, Delivery). */
        private Set<String> endedBefore(int record) {
            Set<String> ended = new HashSet<>();
            for (History.Arriving each : history.records().subList(0, record)) {
                if (each.input().orElseThrow() instanceof InputRecord.Outcome read) {
                    ended.add(read.outcome().reader() + "|" + read.outcome().readRequestId());
                }
            }
            return ended;
        }
    }
}
