package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.TrailText.Step;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Verdict;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes records whose order is not recorded: outcomes first, then by record time, topic and offset. */
final class History {
    private static final List<Topic> INPUTS =
            List.of(Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES);

    private final InputLog log;
    private final TaskReplay task;

    private record Head(Topic input, InputAt record) {}

    private static final Comparator<Head> BY_TIME = Comparator.<Head>comparingLong(
                    head -> head.record().recordTimeMs())
            .thenComparing(Head::input)
            .thenComparingLong(head -> head.record().offset());

    /** Between two verdicts no read was revoked, so what ends reads came before what would have revoked them. */
    private static final Comparator<Head> OUTCOMES_FIRST = Comparator.<Head, Boolean>comparing(
                    head -> head.input() != Topic.READ_OUTCOMES)
            .thenComparing(BY_TIME);

    private final Map<Topic, Long> ends;
    private final long after;

    /**
     * Records up to where verdicts tell of the order again.
     *
     * @param next the next verdicts, all of one step; empty if there are none
     */
    History(InputLog log, TaskReplay task, List<Recorded> next) {
        this.log = log;
        this.task = task;
        this.ends = next.isEmpty() ? Map.of() : endsBefore(newest(next));
        this.after = next.isEmpty() ? task.step() : newest(next).stretch().after();
    }

    private static Recorded newest(List<Recorded> group) {
        return group.stream()
                .max(Comparator.comparingLong(each -> each.verdict().getRevision()))
                .orElseThrow();
    }

    private static Map<Topic, Long> endsBefore(Recorded next) {
        Map<Topic, Long> ends = positions(next.verdict().getEvidence().getAsOf());
        for (Step step : next.stretch().steps()) {
            ends.merge(step.input(), -1L, Long::sum);
        }
        return ends;
    }

    /** Takes what a task had taken before it can be followed, and goes to where it can be. */
    void takeBefore() {
        Optional<Head> head = earliest();
        while (head.isPresent()) {
            task.take(head.get().input(), head.get().record());
            head = earliest();
        }
        task.skipTo(after, ends);
    }

    /** Takes the next record, and tells what follows; goes to the next step that is told, or the last, if there is none left. */
    List<Verdict> takeNext(long last) {
        Optional<Head> head = earliest();
        if (head.isPresent()) {
            return task.take(head.get().input(), head.get().record());
        }
        // more steps than records: some are not there, an export may have left them out
        task.doubt(Finding.Doubt.HISTORY_CUT);
        task.skipTo(after > task.step() ? Math.min(last, after) : last, ends);
        return List.of();
    }

    private static Map<Topic, Long> positions(AsOf asOf) {
        Map<Topic, Long> positions = new EnumMap<>(Topic.class);
        positions.put(Topic.LEASE_EVENTS, asOf.getLeaseEvents());
        positions.put(Topic.HANDSHAKE_SAMPLES, asOf.getHandshakeSamples());
        positions.put(Topic.READ_INTENTS, asOf.getReadIntents());
        positions.put(Topic.READ_OUTCOMES, asOf.getReadOutcomes());
        return positions;
    }

    private Optional<Head> earliest() {
        return INPUTS.stream()
                .flatMap(input -> log
                        .from(input, task.next(input))
                        .filter(record -> record.offset() < ends.getOrDefault(input, Long.MAX_VALUE))
                        .map(record -> new Head(input, record))
                        .stream())
                .min(ends.isEmpty() ? BY_TIME : OUTCOMES_FIRST);
    }
}
