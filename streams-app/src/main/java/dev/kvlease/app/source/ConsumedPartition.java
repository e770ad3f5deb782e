package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.Target;
import java.io.IOException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The records of all inputs in one partition, each once, in the order in which a task took them. */
final class ConsumedPartition implements RecordStream {
    private static final Comparator<StoredRecord> BY_TIME = Comparator.comparingLong(
                    (StoredRecord record) -> record.origin().recordTimeMs())
            .thenComparing(StoredRecord::topic);
    private static final Comparator<StoredRecord> OUTCOMES_FIRST = Comparator.<StoredRecord, Boolean>comparing(
                    record -> record.topic() != Topic.READ_OUTCOMES)
            .thenComparing(BY_TIME);

    private final Map<Topic, PartitionStream> inputs;
    private final Iterator<Target> targets;
    private final Map<Topic, StoredRecord> heads = new EnumMap<>(Topic.class);
    private Optional<Target> target = Optional.empty();
    private boolean begun;
    private boolean asked;

    ConsumedPartition(Map<Topic, PartitionStream> inputs, Iterator<Target> targets) {
        this.inputs = new EnumMap<>(inputs);
        this.targets = targets;
    }

    @Override
    public Optional<StoredRecord> next() throws IOException {
        if (!begun) {
            begun = true;
            for (Topic input : inputs.keySet()) {
                advance(input);
            }
        }
        Optional<StoredRecord> next = wanted();
        while (next.isEmpty() && targets.hasNext()) {
            target = Optional.of(targets.next());
            next = wanted();
        }
        if (next.isEmpty()) {
            target = Optional.empty();
            next = untold();
        }
        if (next.isPresent()) {
            advance(next.get().topic());
        }
        return next;
    }

    private void advance(Topic input) throws IOException {
        heads.remove(input);
        inputs.get(input).next().ifPresent(record -> heads.put(input, record));
    }

    /** The next record on the way to the target; empty if it is reached. */
    private Optional<StoredRecord> wanted() {
        if (target.isEmpty()) {
            return Optional.empty();
        }
        if (target.get() instanceof Target.Taken taken) {
            return Optional.ofNullable(heads.get(taken.input()))
                    .filter(record -> record.origin().offset() <= taken.offset());
        }
        Target.Until until = (Target.Until) target.get();
        return first(
                record -> record.origin().offset() < until.end(record.topic()),
                until.outcomesFirst() ? OUTCOMES_FIRST : BY_TIME);
    }

    /**
     * The next record behind the last verdict. Every question is answered, so what ends reads still comes first until
     * another question was asked, whose answer is not known.
     */
    private Optional<StoredRecord> untold() {
        Optional<StoredRecord> next =
                first(record -> record.topic() == Topic.READ_OUTCOMES && !asked && isBeforeQuestion(record), BY_TIME);
        if (next.isEmpty()) {
            next = first(record -> true, BY_TIME);
        }
        asked |= next.isPresent() && next.get().topic() == Topic.READ_INTENTS;
        return next;
    }

    private boolean isBeforeQuestion(StoredRecord record) {
        StoredRecord question = heads.get(Topic.READ_INTENTS);
        return question == null
                || record.origin().recordTimeMs() < question.origin().recordTimeMs();
    }

    private Optional<StoredRecord> first(Predicate<StoredRecord> which, Comparator<StoredRecord> order) {
        return heads.values().stream().filter(which).min(order);
    }

    @Override
    public void close() throws IOException {
        for (PartitionStream input : inputs.values()) {
            input.close();
        }
    }
}
