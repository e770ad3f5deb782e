package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.torture.sim.rules.Broken;
import dev.kvlease.torture.sim.rules.Consumed;
import dev.kvlease.torture.sim.rules.Ended;
import dev.kvlease.torture.sim.rules.Evidence;
import dev.kvlease.torture.sim.rules.Invariant;
import dev.kvlease.torture.sim.rules.LoggedVerdict;
import dev.kvlease.torture.sim.rules.Rules;
import dev.kvlease.torture.sim.rules.TrueClocks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The application and the gates, with the log between them, and the rules that watch. Nothing happens in it but by {@link
 * Step}s, so the same steps give the same history.
 */
final class World {
    /** Takes what comes out of it. */
    interface Outlets {
        /** A verdict for a reader lies in the log. */
        void logged(String reader);

        /** A reader's gate has something to send. */
        void says(String reader, InputRecord record);

        /** Nobody listens. */
        Outlets NONE = new Outlets() {
            @Override
            public void logged(String reader) {}

            @Override
            public void says(String reader, InputRecord record) {}
        };
    }

    private final Play play;
    private final Subject subject;
    private final Outlets outlets;
    private final List<Task> tasks;
    private final List<Outputs> outputs;
    private final Map<String, Evidence> evidence = new HashMap<>();
    private final Map<String, VerdictLog> logs = new HashMap<>();
    private final Map<String, SimGate> gates = new HashMap<>();
    private final Map<String, Integer> logSizeAtLife = new HashMap<>();
    private final List<Invariant> rules;
    private long consumed;
    private long answers;
    private long readable;

    World(Play play, Subject subject, TrueClocks clocks, Consumer<Broken> broken, Outlets outlets) {
        this.play = play;
        this.subject = subject;
        this.outlets = outlets;
        StreamModel stream = play.stream();
        this.tasks = IntStream.range(0, stream.partitions())
                .mapToObj(partition -> new Task(partition, play, subject))
                .toList();
        this.outputs = tasks.stream()
                .map(task -> new Outputs(stream.exactlyOnce(), this::log, outlets::logged))
                .toList();
        boolean repeatable = stream.exactlyOnce() && !stream.reshuffles();
        Rules.Kind kind = new Rules.Kind(
                play.mode() == TortureMode.WITHIN_BOUNDS,
                stream.crashes(),
                repeatable,
                !stream.reshuffles(),
                play.settings());
        this.rules = Rules.of(kind, evidence, clocks, broken);
    }

    /** Records that were taken, those that came again included. */
    long consumed() {
        return consumed;
    }

    /** Answers to questions that came for the first time. */
    long answers() {
        return answers;
    }

    /** Those of them that were READABLE. */
    long readable() {
        return readable;
    }

    Optional<SimGate> gate(String reader) {
        return Optional.ofNullable(gates.get(reader));
    }

    void consume(Step.Consume step, long id) {
        consumed++;
        Task task = tasks.get(step.partition());
        String holder = step.input().holder();
        Evidence said = evidence.computeIfAbsent(holder, name -> new Evidence());
        Outputs out = outputs.get(step.partition());
        Consumed before = consumed(task, step, id, false);
        boolean first = task.advance(step.topic(), step.offset());
        LeaseEngine engine = task.engine(holder, new Heard(before, said, out, rules, new ArrayList<>()));
        if (first) {
            said.heard(step.recordTimeMs());
        }
        if (step.input() instanceof InputRecord.Event event) {
            if (first) {
                said.take(event.event(), step.offset());
            } else {
                said.takeAgain(event.event(), step.offset());
            }
        }
        Consumed record = consumed(task, step, id, first);
        rules.forEach(rule -> rule.consuming(record));
        List<Verdict> verdicts = new ArrayList<>();
        task.apply(step.input(), record.at(), engine, new Heard(record, said, out, rules, verdicts));
        rules.forEach(rule -> rule.consumed(record, verdicts));
        if (first) {
            count(verdicts);
        }
    }

    private void count(List<Verdict> verdicts) {
        for (Verdict verdict : verdicts) {
            boolean answer = verdict.trigger() == Trigger.READ_INTENT;
            answers += answer ? 1 : 0;
            readable += answer && verdict.status() == Status.READABLE ? 1 : 0;
        }
    }

    private static Consumed consumed(Task task, Step.Consume step, long id, boolean first) {
        return new Consumed(
                id,
                step.partition(),
                step.topic(),
                step.input(),
                new Arrival(step.recordTimeMs(), step.offset(), task.positions()),
                first,
                task.next(Topic.LEASE_EVENTS),
                task.next(Topic.READ_OUTCOMES),
                task.next(Topic.HANDSHAKE_SAMPLES));
    }

    void commit(int partition, long id) {
        tasks.get(partition).commit();
        outputs.get(partition).commit(id);
        rules.forEach(rule -> rule.committed(partition));
    }

    void crash(Step.Crash step) {
        tasks.get(step.partition()).crash(step.keptWrites(), step.cached());
        outputs.get(step.partition()).crash(step.keptUntilId());
    }

    void open(Step.Open step) {
        VerdictLog log = log(step.reader());
        int from = logSizeAtLife.computeIfAbsent(step.life(), life -> log.size());
        SimGate gate = new SimGate(
                new Reader(step.reader(), step.life()),
                play.gates().options(),
                log,
                from,
                subject,
                record -> outlets.says(step.reader(), record),
                (reader, key, decision, permit) -> rules.forEach(rule -> rule.decided(reader, key, decision, permit)));
        gates.put(step.reader(), gate);
    }

    private VerdictLog log(String reader) {
        return logs.computeIfAbsent(reader, name -> new VerdictLog());
    }

    void broken(BrokenPromise promise) {
        rules.forEach(rule -> rule.broken(promise));
    }

    void truth(ReadTruth read) {
        rules.forEach(rule -> rule.read(read));
    }

    /** Nothing more happens: what was on its way arrives, and the rules look at what is left. */
    void end(long id) {
        Map<String, LeaseEngine> engines = new HashMap<>();
        Map<String, Ended.StoredEntries> stored = new HashMap<>();
        for (int partition = 0; partition < tasks.size(); partition++) {
            Task task = tasks.get(partition);
            wakeAll(task, outputs.get(partition), id);
            commit(partition, id);
            engines.putAll(task.engines());
            if (play.stream().crashes()) {
                task.engines().keySet().forEach(holder -> stored.put(holder, stored(task.store(), holder)));
            }
        }
        List<LoggedVerdict> verdicts = logs.values().stream()
                .flatMap(log -> log.entries().stream())
                .filter(entry -> !entry.isLost())
                .sorted(Comparator.comparingLong(VerdictLog.Entry::id))
                .map(entry -> new LoggedVerdict(entry.givenId(), entry.verdict()))
                .toList();
        Ended ended = new Ended(evidence, engines, verdicts, violations(), stored);
        rules.forEach(rule -> rule.ended(ended));
    }

    private List<Violation> violations() {
        return outputs.stream().flatMap(out -> out.violations().stream()).toList();
    }

    /** The next heartbeat of each holder would wake it. */
    private void wakeAll(Task task, Outputs out, long id) {
        for (String holder : List.copyOf(task.asleep())) {
            Evidence said = evidence.computeIfAbsent(holder, name -> new Evidence());
            InputRecord nothing = new InputRecord.Sample(new HandshakeSample("", "", holder, "", 0, 0, 0, 0));
            int partition = task.positions().partition();
            Step.Consume step = new Step.Consume(partition, Topic.HANDSHAKE_SAMPLES, 0, 0, nothing);
            Consumed none = consumed(task, step, id, false);
            task.engine(holder, new Heard(none, said, out, rules, new ArrayList<>()));
        }
    }

    private static Ended.StoredEntries stored(TaskStore store, String holder) {
        return new Ended.StoredEntries(store.count(holder, StateKind.REQUEST), store.count(holder, StateKind.CLOCK));
    }
}
