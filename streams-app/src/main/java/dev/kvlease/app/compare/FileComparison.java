package dev.kvlease.app.compare;

import dev.kvlease.app.source.RecordSpool;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Compares verdicts with inputs that come from files, in whatever order they stand there. To follow one task after the other
 * the inputs are sorted into temporary files first.
 */
public final class FileComparison implements Closeable {
    private final Comparison comparison;
    private final boolean learnsVerdicts;
    private final RecordSpool inputs = new RecordSpool();

    /**
     * A comparison.
     *
     * @param comparison has the verdicts, or is given those among the records
     * @param learnsVerdicts whether verdicts among the records count
     * @throws IOException if there is no room for temporary files
     */
    public FileComparison(Comparison comparison, boolean learnsVerdicts) throws IOException {
        this.comparison = comparison;
        this.learnsVerdicts = learnsVerdicts;
    }

    /**
     * Takes a record.
     *
     * @param record any record, with a value of its topic's own class
     * @throws IOException if a temporary file cannot be written
     * @throws IllegalArgumentException if it is a verdict that does not tell what had been consumed
     */
    public void add(StoredRecord record) throws IOException {
        if (record.topic().role() == Topic.Role.INPUT) {
            inputs.add(record);
        } else if (learnsVerdicts) {
            comparison.learn(record);
        }
    }

    /**
     * How many records stood in the files twice.
     *
     * @return the count of those that were left out therefore
     * @throws IOException if a temporary file cannot be used
     */
    public long leftOut() throws IOException {
        return inputs.leftOut();
    }

    /**
     * Compares, once.
     *
     * @param settings the rules that the stream went by
     * @param findings takes what comes of each verdict
     * @throws IOException if a temporary file cannot be read
     */
    public void run(Settings settings, Consumer<Finding> findings) throws IOException {
        comparison.run(settings, partition -> new StreamLog(inputs.streams(partition)), comparison.places(), findings);
    }

    @Override
    public void close() throws IOException {
        inputs.close();
    }
}
