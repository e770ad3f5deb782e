package dev.kvlease.app.export;

import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Puts the records of the inputs into one order that gives the recorded verdicts again. Live, the inputs have no common
 * order; each verdict tells what had been taken of each of them. Between two verdicts outcomes come first, because no read was
 * revoked there, then record time decides.
 */
final class Interleaving {
    private static final Comparator<StoredRecord> BY_TIME = Comparator.comparingLong(
                    (StoredRecord record) -> record.origin().recordTimeMs())
            .thenComparing(StoredRecord::topic)
            .thenComparingLong(record -> record.origin().offset());
    private static final Comparator<StoredRecord> OUTCOMES_FIRST = Comparator.<StoredRecord, Boolean>comparing(
                    record -> record.topic() != Topic.READ_OUTCOMES)
            .thenComparing(BY_TIME);

    private Interleaving() {}

    /**
     * Orders records.
     *
     * @param inputs records of the four inputs, those of each partition of a topic in the order of their offsets
     * @param cuts what the verdicts tell
     * @return the inputs
     */
    static List<StoredRecord> order(Collection<StoredRecord> inputs, Collection<Cut> cuts) {
        Map<Integer, List<StoredRecord>> byPartition = new TreeMap<>();
        inputs.forEach(record -> byPartition
                .computeIfAbsent(record.origin().partition(), partition -> new ArrayList<>())
                .add(record));
        Map<Integer, List<Cut>> cutsByPartition = new HashMap<>();
        cuts.forEach(cut -> cutsByPartition
                .computeIfAbsent(cut.asOf().getPartition(), partition -> new ArrayList<>())
                .add(cut));
        List<List<StoredRecord>> ordered = new ArrayList<>();
        byPartition.forEach((partition, records) ->
                ordered.add(orderPartition(records, cutsByPartition.getOrDefault(partition, List.of()))));
        return merge(ordered, inputs.size());
    }

    private static List<StoredRecord> orderPartition(List<StoredRecord> records, List<Cut> unsorted) {
        Map<Topic, Deque<StoredRecord>> left = new EnumMap<>(Topic.class);
        records.forEach(record -> left.computeIfAbsent(record.topic(), topic -> new ArrayDeque<>())
                .add(record));
        List<Cut> cuts = new ArrayList<>(unsorted);
        cuts.sort(Comparator.comparingLong(Cut::total));
        List<StoredRecord> ordered = new ArrayList<>(records.size());
        for (Cut cut : cuts) {
            List<StoredRecord> taken = take(left.values(), cut::includes);
            taken.sort(
                    Comparator.<StoredRecord, Boolean>comparing(cut::decidedBy).thenComparing(OUTCOMES_FIRST));
            ordered.addAll(taken);
        }
        List<StoredRecord> rest = take(left.values(), record -> true);
        rest.sort(OUTCOMES_FIRST);
        ordered.addAll(rest);
        return ordered;
    }

    private static List<StoredRecord> take(Collection<Deque<StoredRecord>> inputs, Predicate<StoredRecord> wanted) {
        List<StoredRecord> taken = new ArrayList<>();
        for (Deque<StoredRecord> input : inputs) {
            while (!input.isEmpty() && wanted.test(input.peekFirst())) {
                taken.add(input.removeFirst());
            }
        }
        return taken;
    }

    /** Merges partitions by record time, keeping the order of each. */
    private static List<StoredRecord> merge(List<List<StoredRecord>> partitions, int size) {
        List<StoredRecord> merged = new ArrayList<>(size);
        PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::record, BY_TIME));
        partitions.forEach(partition -> offer(heads, partition.iterator()));
        while (!heads.isEmpty()) {
            Head head = heads.remove();
            merged.add(head.record());
            offer(heads, head.rest());
        }
        return merged;
    }

    private static void offer(PriorityQueue<Head> heads, Iterator<StoredRecord> records) {
        if (records.hasNext()) {
            heads.add(new Head(records.next(), records));
        }
    }

    /** The next record of a partition, and those after it. */
    private record Head(StoredRecord record, Iterator<StoredRecord> rest) {}
}
