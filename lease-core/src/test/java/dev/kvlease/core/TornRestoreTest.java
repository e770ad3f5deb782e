package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.model.CoreAnswers;
import dev.kvlease.model.GoldenScenarios;
import dev.kvlease.model.PlainRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * At-least-once after a kill: the state was stored up to any entry of any record, what that record caused was lost, and
 * the record comes again. The answers that follow are those of an engine that was never killed, no revocation is lost,
 * and every violation is reported.
 */
class TornRestoreTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    static List<String> names() {
        return GoldenScenarios.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void killedAtAnyEntry(String name) {
        Map<String, List<PlainRecord.Stamped>> perHolder = new LinkedHashMap<>();
        for (PlainRecord.Stamped record : GoldenScenarios.records(name)) {
            perHolder
                    .computeIfAbsent(record.value().holder(), h -> new ArrayList<>())
                    .add(record);
        }
        perHolder.forEach((holder, records) ->
                assertTimeoutPreemptively(BOUND, () -> new Kills(name, holder, records).checkAll()));
    }

    /** One write to the store; a delete has no value. */
    private record Write(StateKind kind, byte[] key, byte[] value) {}

    /** All kills of one holder's history. */
    private static final class Kills {
        private final String name;
        private final String holder;
        private final List<PlainRecord.Stamped> records;
        private final List<List<Write>> writes = new ArrayList<>();
        private final List<Heard> heard = new ArrayList<>();

        Kills(String name, String holder, List<PlainRecord.Stamped> records) {
            this.name = name;
            this.holder = holder;
            this.records = records;
        }

        void checkAll() {
            LeaseEngine engine = new LeaseEngine(holder, Settings.DEFAULT, true);
            for (int i = 0; i < records.size(); i++) {
                heard.add(apply(engine, i));
                List<Write> drained = new ArrayList<>();
                engine.drainChanges(new Collecting(drained));
                writes.add(drained);
            }
            for (int i = 0; i < records.size(); i++) {
                for (int cut = 0; cut <= writes.get(i).size(); cut++) {
                    check(i, cut);
                }
            }
        }

        private Heard apply(LeaseEngine engine, int index) {
            Heard out = new Heard();
            PlainRecord.Stamped record = records.get(index);
            CoreAnswers.apply(engine, record.value(), new Arrival(record.recordTimeMs(), index, asOf(index)), out);
            return out;
        }

        private static AsOf asOf(int index) {
            return new AsOf(0, index + 1, index + 1, index + 1, index + 1);
        }

        private void check(int killedAt, int cut) {
            String kill = "%s: killed at record %d after %d writes".formatted(name, killedAt, cut);
            LeaseEngine engine = restored(killedAt, cut);
            Heard again = new Heard();
            engine.repeatLastWords(asOf(killedAt), again);
            for (int i = killedAt; i < records.size(); i++) {
                Heard now = apply(engine, i);
                if (i > killedAt) {
                    assertThat(now.answers).as("%s: answers at %d", kill, i).isEqualTo(heard.get(i).answers);
                }
                again.add(now);
            }
            Heard unkilled = new Heard();
            Heard killed = new Heard();
            for (int i = 0; i < records.size(); i++) {
                unkilled.add(heard.get(i));
                if (i < killedAt) {
                    killed.add(heard.get(i));
                }
            }
            killed.add(again);
            unkilled.lastWords.forEach((read, status) -> assertThat(killed.lastWords.get(read))
                    .as("%s: last word on %s", kill, read)
                    .isEqualTo(status));
            assertThat(killed.violations.keySet()).as("%s: violations", kill).containsAll(unkilled.violations.keySet());
        }

        private LeaseEngine restored(int killedAt, int cut) {
            Map<String, Write> stored = new TreeMap<>();
            for (int i = 0; i < killedAt; i++) {
                writes.get(i).forEach(write -> store(stored, write));
            }
            writes.get(killedAt).subList(0, cut).forEach(write -> store(stored, write));
            LeaseEngine engine = new LeaseEngine(holder, Settings.DEFAULT, true);
            stored.values().forEach(w -> engine.restore(w.kind(), w.key(), w.value()));
            engine.restored();
            return engine;
        }

        private static void store(Map<String, Write> stored, Write write) {
            String key = write.kind() + HexFormat.of().formatHex(write.key());
            if (write.value() == null) {
                stored.remove(key);
            } else {
                stored.put(key, write);
            }
        }
    }

    private record Collecting(List<Write> drained) implements StateSink {
        @Override
        public void put(StateKind kind, byte[] key, byte[] value) {
            drained.add(new Write(kind, key, value));
        }

        @Override
        public void delete(StateKind kind, byte[] key) {
            drained.add(new Write(kind, key, null));
        }
    }

    /** What readers and operators hear. */
    private static final class Heard implements Effects {
        /** Answers to intents: reason and times. */
        private final List<String> answers = new ArrayList<>();
        /** For each read that is or was open: whether its reader goes on trusting it. */
        private final Map<String, Status> lastWords = new TreeMap<>();

        private final Map<String, Violation> violations = new LinkedHashMap<>();

        void add(Heard later) {
            answers.addAll(later.answers);
            later.lastWords.forEach(this::lastWord);
            violations.putAll(later.violations);
        }

        private void lastWord(String read, Status status) {
            lastWords.put(read, status);
        }

        @Override
        public void verdict(Verdict verdict) {
            String read = verdict.reader() + " " + verdict.requestId() + " " + verdict.readRequestId();
            boolean asked = verdict.trigger() == Trigger.READ_INTENT;
            if (asked) {
                answers.add(
                        read + " " + verdict.reason() + " " + verdict.readableUntilNs() + " " + verdict.deadlineNs());
            }
            if (!asked || verdict.status() == Status.READABLE) {
                lastWord(read, verdict.status());
            }
        }

        @Override
        public void violation(Violation violation) {
            violations.put(violation.id(), violation);
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            // compacted; told again with the next sample
        }

        @Override
        public void refused(BadRecord reason) {
            // dead-lettered by the shell, the second time too
        }

        @Override
        public void note(Note note) {
            // only counted
        }
    }
}
