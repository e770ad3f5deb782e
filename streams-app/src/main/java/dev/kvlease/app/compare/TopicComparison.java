package dev.kvlease.app.compare;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.source.TopicQuery;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.source.TopicVerdicts;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;

/** Compares verdicts with the inputs in the topics of a cluster. */
public final class TopicComparison {
    private final KvleaseConfig config;
    private final Comparison comparison;
    private final Runnable progress;
    private Optional<Integer> places = Optional.empty();
    private Optional<TopicVerdicts> reading = Optional.empty();

    /**
     * A comparison.
     *
     * @param config the cluster, and the rules that the stream went by
     * @param comparison has the verdicts, or is given those of the cluster
     * @param progress called often while it works
     */
    public TopicComparison(KvleaseConfig config, Comparison comparison, Runnable progress) {
        this.config = config;
        this.comparison = comparison;
        this.progress = progress;
    }

    /**
     * Takes the verdicts that are in their topic.
     *
     * @return a line for a person if some cannot be used; they are left out
     * @throws IOException if the topic is not there, or a temporary file cannot be used
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster does not answer or refuses
     */
    public Optional<String> readVerdicts() throws IOException {
        try (TopicVerdicts verdicts = TopicVerdicts.open(config)) {
            places = verdicts.partitions();
            if (places.isEmpty()) {
                throw new IOException("there is no topic " + config.nameOf(Topic.VERDICTS) + " at "
                        + config.bootstrapServers() + ": 'kvlease topics check' says what is missing");
            }
            reading = Optional.of(verdicts);
            verdicts.readInto(comparison::learn, progress);
            reading = Optional.empty();
            return verdicts.finding();
        }
    }

    /**
     * How much of the verdicts has been read.
     *
     * @return 0 to 1
     */
    public double shareRead() {
        return reading.map(TopicVerdicts::share).orElse(1.0);
    }

    /**
     * Compares.
     *
     * @param findings takes what comes of each verdict
     * @throws IOException if a topic is not there, or a temporary file cannot be used
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster does not answer or refuses
     */
    public void run(Consumer<Finding> findings) throws IOException {
        ToIntFunction<String> placeOfReader = places.<ToIntFunction<String>>map(
                        count -> reader -> ReaderPlaces.of(reader, count))
                .orElseGet(comparison::places);
        try (Serde<Object> values = ValueSerdes.of(config).get();
                Tasks tasks = new Tasks(values.deserializer())) {
            comparison.run(config.settings(), tasks, placeOfReader, finding -> {
                findings.accept(finding);
                progress.run();
            });
        }
    }

    /** The inputs of one task at a time. */
    private final class Tasks implements Comparison.Inputs, Closeable {
        private final Deserializer<Object> values;
        private Optional<TopicSource> open = Optional.empty();

        Tasks(Deserializer<Object> values) {
            this.values = values;
        }

        @Override
        public InputLog of(int partition) throws IOException {
            close();
            // The trail tells what was taken, also of transactions that were aborted later.
            IsolationLevel isolation =
                    config.exactlyOnce() ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED;
            TopicSource source =
                    TopicSource.open(config, TopicQuery.all(Topic.inputs()).ofTask(partition, isolation), values);
            open = Optional.of(source);
            return new StreamLog(source.streams());
        }

        @Override
        public void close() {
            open.ifPresent(TopicSource::close);
            open = Optional.empty();
        }
    }
}
