package dev.kvlease.app.compare;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.Consequences;
import dev.kvlease.app.topology.LeaseJoin;
import dev.kvlease.app.topology.MemoryStore;
import dev.kvlease.app.trail.TrailText.Step;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of a task, taken again step by step. */
final class TaskReplay {
    private static final long NO_TIME = -1;

    private final InputLog log;
    private final int partition;
    private final long run;
    private final MemoryStore store;
    private final LeaseJoin join;
    private final Consequences consequences = new Consequences();
    private final Map<Topic, Long> next;
    private long streamTimeMs = NO_TIME;
    private long step;
    private Finding.Doubt doubt;
    private Finding.At at;

    /** The task as a run leaves it. */
    record Left(MemoryStore store, Map<Topic, Long> next, long step, Finding.Doubt doubt) {
        /** A task that has taken nothing yet. */
        static Left nothing(Finding.Doubt doubt) {
            return new Left(new MemoryStore(), new EnumMap<>(Topic.class), 0, doubt);
        }
    }

    TaskReplay(InputLog log, Settings settings, int partition, long run, Left left) {
        this.log = log;
        this.partition = partition;
        this.run = run;
        this.store = left.store();
        this.next = new EnumMap<>(left.next());
        this.step = left.step();
        this.doubt = left.doubt();
        this.join = new LeaseJoin(store, partition, settings, run);
        this.at = new Finding.At(partition, run, step, Topic.LEASE_EVENTS, NO_TIME);
    }

    /** What the next run may go on from. */
    Left left() {
        join.save();
        return new Left(store.copy(), new EnumMap<>(next), step, doubt);
    }

    long step() {
        return step;
    }

    Finding.Doubt doubt() {
        return doubt;
    }

    void doubt(Finding.Doubt reason) {
        if (doubt == Finding.Doubt.NONE || doubt == Finding.Doubt.ORDER_UNKNOWN) {
            doubt = reason;
        }
    }

    Finding.At at() {
        return at;
    }

    /** The offset of the next record of an input. */
    long next(Topic input) {
        return next.getOrDefault(input, 0L);
    }

    /** Goes to where the records begin that can be followed. */
    void skipTo(long newStep, Map<Topic, Long> offsets) {
        step = newStep;
        next.putAll(offsets);
    }

    /** Takes the record of a step, and tells what follows. */
    List<Verdict> take(Step recorded) {
        long offset = recorded.offset() == Step.FOLLOWS ? next(recorded.input()) : recorded.offset();
        Optional<InputAt> record = log.at(recorded.input(), offset);
        if (recorded.torn()) {
            doubt(Finding.Doubt.STATE_TORN);
        }
        if (record.isEmpty()) {
            doubt(Finding.Doubt.HISTORY_CUT);
        }
        return take(recorded.input(), record.orElseGet(() -> new InputAt(offset, streamTimeMs, Optional.empty())));
    }

    /** Takes a record, and tells what follows. */
    List<Verdict> take(Topic input, InputAt record) {
        step++;
        next.put(input, record.offset() + 1);
        streamTimeMs = Math.max(streamTimeMs, record.recordTimeMs());
        at = new Finding.At(partition, run, step, input, record.offset());
        Optional<InputRecord> said = record.input();
        boolean failed = join.take(input, record.offset(), record.recordTimeMs(), said, streamTimeMs, consequences)
                .isPresent();
        return failed
                ? List.of()
                : consequences.verdicts().stream().map(OutputCodec::toAvro).toList();
    }
}
