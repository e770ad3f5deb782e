package dev.kvlease.app.compare;

import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.trail.TrailText;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.Verdict;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Compares recorded verdicts with those that follow from the records, wherever both are kept. First it is given the
 * verdicts, which it sorts by task and step, then it follows each task through its inputs.
 */
public final class Comparison implements Closeable {
    private static final int VERDICTS_IN_MEMORY = 50_000;

    private final NavigableMap<Integer, RunTree> trees = new TreeMap<>();
    private final VerdictSort sort = new VerdictSort(VERDICTS_IN_MEMORY);
    private final ReaderPlaces places = new ReaderPlaces();
    private long verdicts;

    /** Where the records of the inputs are. */
    @FunctionalInterface
    public interface Inputs {
        /**
         * The inputs of a task.
         *
         * @param partition its partition
         * @return their records; the log is used until the next one is asked for
         * @throws IOException if they cannot be read
         */
        InputLog of(int partition) throws IOException;
    }

    /** A comparison of nothing yet. */
    public Comparison() {}

    /**
     * Takes a verdict; other records tell nothing here.
     *
     * @param record any record
     * @throws IOException if a temporary file cannot be written
     * @throws IllegalArgumentException if it is a verdict that does not tell what had been consumed
     */
    public void learn(StoredRecord record) throws IOException {
        Optional<Verdict> verdict = record.verdict();
        if (verdict.isEmpty()) {
            return;
        }
        if (verdict.get().getConsumed() != null) {
            TrailText.parse(verdict.get().getConsumed().getTrail());
        }
        Recorded recorded = new Recorded(
                verdict.get(), record.origin().partition(), record.origin().offset());
        trees.computeIfAbsent(recorded.partition(), partition -> new RunTree()).add(recorded);
        places.learn(verdict.get().getReaderEngineId(), recorded.place());
        sort.add(recorded);
        verdicts++;
    }

    /**
     * How many verdicts there are.
     *
     * @return the count of those taken so far
     */
    public long verdicts() {
        return verdicts;
    }

    /**
     * Where the verdicts of readers lie, as the verdicts themselves tell.
     *
     * @return gives each reader a partition; less than 0 if it is not known
     */
    public ToIntFunction<String> places() {
        return places;
    }

    /**
     * Compares, once.
     *
     * @param settings the rules that the stream went by
     * @param inputs where the records are
     * @param placeOfReader in which partition of the topic verdicts those of a reader lie
     * @param findings takes what comes of each verdict
     * @throws IOException if the records or a temporary file cannot be read
     */
    public void run(Settings settings, Inputs inputs, ToIntFunction<String> placeOfReader, Consumer<Finding> findings)
            throws IOException {
        try {
            PartitionParts parts = new PartitionParts(sort.sorted());
            for (Map.Entry<Integer, RunTree> task : trees.entrySet()) {
                int partition = task.getKey();
                new TaskComparison(inputs.of(partition), settings, partition, placeOfReader, findings)
                        .compare(task.getValue(), parts.of(partition));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        sort.close();
    }

    /** Cuts what is sorted by partition. */
    private static final class PartitionParts {
        private final Iterator<Recorded> all;
        private Optional<Recorded> ahead;

        PartitionParts(Iterator<Recorded> all) {
            this.all = all;
            advance();
        }

        private void advance() {
            ahead = all.hasNext() ? Optional.of(all.next()) : Optional.empty();
        }

        Iterator<Recorded> of(int partition) {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return ahead.isPresent() && ahead.get().partition() == partition;
                }

                @Override
                public Recorded next() {
                    Recorded next = ahead.orElseThrow();
                    advance();
                    return next;
                }
            };
        }
    }
}
