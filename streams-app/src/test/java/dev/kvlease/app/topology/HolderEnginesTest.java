package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An engine that fails in the midst of a record is made anew as it was before, however long ago it was written: what is
 * said from then on is what engines say that are written after every record and read back from there.
 */
class HolderEnginesTest {
    private static final long SECOND_NS = 1_000_000_000L;

    static List<FleetScenario> scenarios() {
        return List.of(
                FleetScenario.lossy(4, 12, 120 * SECOND_NS),
                FleetScenario.restarts(4, 12, 120 * SECOND_NS),
                FleetScenario.incident(4, 12, 120 * SECOND_NS));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aFailedEngineIsAsItWasBeforeTheRecord(FleetScenario scenario) {
        int failures = 0;
        for (long seed = 1; seed <= 5; seed++) {
            String which = scenario.name() + ", seed " + seed;
            History history = History.simulated(scenario, seed);
            Random random = new Random(seed);
            Task writtenAlways = new Task();
            Task writtenSeldom = new Task();
            for (int i = 0; i < history.records().size(); i++) {
                History.Arriving record = history.records().get(i);
                int failAt = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : Integer.MAX_VALUE;
                boolean failed = writtenAlways.take(record, i, failAt);
                writtenAlways.write();
                assertThat(writtenSeldom.take(record, i, failAt)).as(which).isEqualTo(failed);
                if (random.nextInt(40) == 0) {
                    writtenSeldom.write();
                }
                failures += failed ? 1 : 0;
                assertThat(writtenSeldom.said)
                        .as("%s: said of record %d", which, i)
                        .isEqualTo(writtenAlways.said);
            }
            writtenSeldom.write();
            assertThat(writtenSeldom.content()).as(which).isEqualTo(writtenAlways.content());
        }
        assertThat(failures).isGreaterThan(20);
    }

    private static final class Task {
        private final MemoryStore store = new MemoryStore();
        private final HolderEngines engines =
                new HolderEngines(new HolderStore(store, () -> 0), Settings.DEFAULT, () -> {
                    throw new AssertionError("nothing is torn");
                });
        private List<Object> said = List.of();

        /** Whether the engine failed, which it does with the given effect of the record. */
        boolean take(History.Arriving record, int index, int failAt) {
            InputRecord input = record.input().orElseThrow();
            AsOf asOf = new AsOf(0, index + 1, index + 1, index + 1, index + 1);
            FailingEffects out = new FailingEffects(failAt);
            Optional<RuntimeException> failure =
                    engines.apply(input, new Arrival(record.timestampMs(), index, asOf), out);
            said = failure.isPresent() ? List.of() : out.said;
            return failure.isPresent();
        }

        void write() {
            List<KeyValue<Bytes, byte[]>> batch = new ArrayList<>();
            engines.save(batch);
            store.putAll(batch);
            engines.written();
        }

        List<String> content() {
            List<String> content = new ArrayList<>();
            store.all().forEachRemaining(entry -> content.add(entry.key + "=" + Bytes.wrap(entry.value)));
            return content;
        }
    }

    /** Lets whoever calls it fail in the midst of its work. */
    private static final class FailingEffects implements Effects {
        private final List<Object> said = new ArrayList<>();
        private int left;

        FailingEffects(int failAt) {
            left = failAt;
        }

        private void say(Object what) {
            if (--left == 0) {
                throw new IllegalStateException("as asked");
            }
            said.add(what);
        }

        @Override
        public void verdict(Verdict verdict) {
            say(verdict);
        }

        @Override
        public void violation(Violation violation) {
            say(violation);
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            say(offset);
        }

        @Override
        public void refused(BadRecord reason) {
            say(reason);
        }

        @Override
        public void note(Note note) {
            say(note);
        }

        @Override
        public void leaseEnded(EndReason reason) {
            say(reason);
        }
    }
}
