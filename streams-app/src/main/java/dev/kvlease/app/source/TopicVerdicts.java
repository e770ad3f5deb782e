package dev.kvlease.app.source;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** The verdicts that a cluster keeps. */
public final class TopicVerdicts implements Closeable {
    private final Serde<Object> values;
    private final TopicSource source;
    private long unusable;
    private String firstUnusable = "";

    private TopicVerdicts(Serde<Object> values, TopicSource source) {
        this.values = values;
        this.source = source;
    }

    /**
     * All that are kept.
     *
     * @param config where the cluster is and how to reach it
     * @return the verdicts
     * @throws IOException never; a cluster without verdicts has none
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster does not answer or refuses
     */
    public static TopicVerdicts open(KvleaseConfig config) throws IOException {
        return open(config, Slice.ALL, Duration.ZERO);
    }

    /**
     * Those that tell of a stretch of records. Verdicts come later than what they tell of, so none is left out at the end.
     *
     * @param config where the cluster is and how to reach it
     * @param slice the stretch
     * @param history how long before it to begin
     * @return the verdicts
     * @throws IOException never; a cluster without verdicts has none
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster does not answer or refuses
     */
    public static TopicVerdicts open(KvleaseConfig config, Slice slice, Duration history) throws IOException {
        Slice told = new Slice(slice.from().filter(Bound.Time.class::isInstance), Optional.empty());
        Serde<Object> values = ValueSerdes.of(config).get();
        try {
            TopicQuery query = TopicQuery.committed(List.of(Topic.VERDICTS), told, history);
            return new TopicVerdicts(values, TopicSource.open(config, query, values.deserializer()));
        } catch (IOException | RuntimeException e) {
            values.close();
            throw e;
        }
    }

    /**
     * Reads them, once. One that the handler finds impossible is left out.
     *
     * @param handler takes them, those of a partition in their order
     * @param progress called after each
     * @throws IOException if the handler cannot keep one
     */
    public void readInto(RecordHandler handler, Runnable progress) throws IOException {
        try (RecordStream records = new TimeOrder().merge(source.streams())) {
            for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                try {
                    handler.take(next.get());
                } catch (IllegalArgumentException e) {
                    leaveOut(next.get().origin(), e);
                }
                progress.run();
            }
        }
    }

    private void leaveOut(Origin at, IllegalArgumentException problem) {
        if (unusable++ == 0) {
            firstUnusable =
                    Topic.VERDICTS.shortName() + "-" + at.partition() + "@" + at.offset() + ": " + problem.getMessage();
        }
    }

    /**
     * What was left out.
     *
     * @return a line for a person; empty if all could be used
     */
    public Optional<String> finding() {
        return unusable == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%,d recorded verdicts cannot be used and are left out, the first is %s",
                        unusable,
                        firstUnusable));
    }

    /**
     * How many partitions their topic has.
     *
     * @return the count; empty if there is no such topic
     */
    public Optional<Integer> partitions() {
        return Optional.ofNullable(source.topics().get(Topic.VERDICTS));
    }

    /**
     * How much has been read.
     *
     * @return 0 to 1, by offsets
     */
    public double share() {
        return source.share();
    }

    @Override
    public void close() {
        source.close();
        values.close();
    }
}
