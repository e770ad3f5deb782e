package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.codec.OutputKeys;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.export.EventFileSink;
import dev.kvlease.app.source.Content;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.Consumption;
import dev.kvlease.schemas.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;

/**
 * What topics hold after a live run whose tasks took their inputs in an order of their own: not that of time, and after a
 * crash another one than before it.
 */
final class RecordedRun {
    private static final int PARTITIONS = 2;
    private static final int READER_PARTITIONS = 3;
    private static final int LAG = 12;

    /** All records of the inputs, by time. */
    final List<StoredRecord> inputs = new ArrayList<>();

    /** The inputs of each partition as they were taken, each once. */
    private final Map<Integer, List<StoredRecord>> taken = new TreeMap<>();

    /** What was written. */
    final List<StoredRecord> verdicts = new ArrayList<>();

    /** The verdicts that follow from the inputs as they were taken. */
    final Set<Verdict> answers = new LinkedHashSet<>();

    private final Random random;
    private final long[] places = new long[READER_PARTITIONS];

    /**
     * Runs a history.
     *
     * @param crashes whether each task crashes once and takes some records again
     */
    RecordedRun(History history, long seed, boolean crashes) {
        random = new Random(seed);
        Map<Integer, Map<Topic, Deque<StoredRecord>>> partitions = new TreeMap<>();
        Map<String, Long> offsets = new HashMap<>();
        for (History.Arriving record : history.records()) {
            InputRecord input = record.input().orElseThrow();
            int partition = Partitions.of(input.holder().getBytes(StandardCharsets.UTF_8), PARTITIONS);
            long offset = offsets.merge(record.topic() + "-" + partition, 1L, Long::sum) - 1;
            StoredRecord stored = stored(
                    record.topic(),
                    new Origin("", 0, partition, offset, record.timestampMs()),
                    input.holder(),
                    InputCodec.toAvro(input));
            inputs.add(stored);
            partitions
                    .computeIfAbsent(partition, p -> new EnumMap<>(Topic.class))
                    .computeIfAbsent(record.topic(), topic -> new ArrayDeque<>())
                    .add(stored);
        }
        partitions.forEach((partition, waiting) -> new Task(partition).run(waiting, crashes));
    }

    private static StoredRecord stored(Topic topic, Origin origin, String key, SpecificRecord value) {
        return new StoredRecord(
                topic,
                origin,
                Optional.of(Bytes.wrap(key.getBytes(StandardCharsets.UTF_8))),
                List.of(),
                new Content.Decoded(value),
                Optional.empty());
    }

    private final class Task {
        private final int partition;
        private MemoryStore store = new MemoryStore();
        private LeaseJoin join;
        private long streamTimeMs;

        Task(int partition) {
            this.partition = partition;
        }

        void run(Map<Topic, Deque<StoredRecord>> waiting, boolean crashes) {
            int all = waiting.values().stream().mapToInt(Collection::size).sum();
            if (!crashes) {
                go(1_000, waiting, all);
                return;
            }
            go(1_000, waiting, all / 3);
            join.save();
            MemoryStore committed = store.copy();
            Map<Topic, Deque<StoredRecord>> again = new EnumMap<>(Topic.class);
            waiting.forEach((topic, left) -> again.put(topic, new ArrayDeque<>(left)));
            // what is lost with a crash, though its verdicts are not
            step(waiting, all / 6, false);
            store = committed;
            go(2_000, again, all);
        }

        private void go(long run, Map<Topic, Deque<StoredRecord>> waiting, int steps) {
            join = new LeaseJoin(store, partition, Settings.DEFAULT, run);
            step(waiting, steps, true);
        }

        private void step(Map<Topic, Deque<StoredRecord>> waiting, int steps, boolean counts) {
            for (int i = 0; i < steps && waiting.values().stream().anyMatch(left -> !left.isEmpty()); i++) {
                StoredRecord next = waiting.get(choose(waiting)).remove();
                List<Verdict> said = take(next);
                if (counts) {
                    taken.computeIfAbsent(partition, p -> new ArrayList<>()).add(next);
                    // a run begins with the last words of the one before
                    answers.addAll(said);
                }
            }
        }

        /** Any input that is not far ahead of the others. */
        private Topic choose(Map<Topic, Deque<StoredRecord>> waiting) {
            List<Deque<StoredRecord>> left =
                    waiting.values().stream().filter(queue -> !queue.isEmpty()).toList();
            long firstMs = left.stream()
                    .mapToLong(queue -> queue.getFirst().origin().recordTimeMs())
                    .min()
                    .orElseThrow();
            List<Topic> near = left.stream()
                    .map(Deque::getFirst)
                    .filter(record -> record.origin().recordTimeMs() <= firstMs + LAG)
                    .map(StoredRecord::topic)
                    .toList();
            return near.get(random.nextInt(near.size()));
        }

        private List<Verdict> take(StoredRecord record) {
            streamTimeMs = Math.max(streamTimeMs, record.origin().recordTimeMs());
            Consequences consequences = new Consequences();
            Optional<InputRecord> input =
                    InputCodec.fromAvro(record.topic(), record.value().orElseThrow());
            join.take(
                    record.topic(),
                    record.origin().offset(),
                    record.origin().recordTimeMs(),
                    input,
                    streamTimeMs,
                    consequences);
            List<Verdict> said = new ArrayList<>();
            consequences.verdicts().forEach(verdict -> {
                int place = Partitions.of(verdict.reader().getBytes(StandardCharsets.UTF_8), READER_PARTITIONS);
                Verdict avro = OutputCodec.toAvro(verdict);
                said.add(Verdict.newBuilder(avro).build());
                avro.setConsumed(new Consumption(
                        join.trail().run(), join.trail().step(), join.trail().tell(place)));
                verdicts.add(stored(
                        Topic.VERDICTS,
                        new Origin(
                                "", 0, place, places[place]++, record.origin().recordTimeMs()),
                        OutputKeys.of(verdict),
                        avro));
            });
            return said;
        }
    }

    /** The inputs of all partitions by time, and then what was written. */
    Path byTime(Path file) {
        return write(file, inputs, verdicts);
    }

    /** The inputs as they were taken. */
    Path asTaken(Path file) {
        List<StoredRecord> merged = new ArrayList<>();
        try (RecordStream all =
                new TimeOrder().merge(taken.values().stream().map(Taken::new).toList())) {
            for (Optional<StoredRecord> next = all.next(); next.isPresent(); next = all.next()) {
                merged.add(next.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return write(file, merged, List.of());
    }

    /** Only the inputs, by time. */
    Path inputsAlone(Path file) {
        return write(file, inputs, List.of());
    }

    /** Only what was written. */
    Path verdictsAlone(Path file) {
        return write(file, List.of(), verdicts);
    }

    private static Path write(Path file, List<StoredRecord> first, List<StoredRecord> then) {
        try (EventFileSink out = new EventFileSink(List.of(file), Files.newOutputStream(file))) {
            for (StoredRecord record : first) {
                out.write(record);
            }
            for (StoredRecord record : then) {
                out.write(record);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    private static final class Taken implements RecordStream {
        private final Iterator<StoredRecord> records;

        Taken(List<StoredRecord> records) {
            this.records = records.iterator();
        }

        @Override
        public Optional<StoredRecord> next() {
            return records.hasNext() ? Optional.of(records.next()) : Optional.empty();
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
