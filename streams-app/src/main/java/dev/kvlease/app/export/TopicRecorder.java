package dev.kvlease.app.export;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.source.ConsumedOrder;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TopicQuery;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.source.TopicVerdicts;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.Verdict;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** Writes what is in the topics of a short run as an event file, in the order in which the stream took it. */
public final class TopicRecorder {
    private final KvleaseConfig config;

    /**
     * A recorder of a cluster.
     *
     * @param config where the cluster and its registry are
     */
    public TopicRecorder(KvleaseConfig config) {
        this.config = config;
    }

    /**
     * Writes the file, then replays it.
     *
     * @param file replaced if it exists
     * @param settings the rules that the stream went by
     * @return what was written, and whether a replay gives the same verdicts
     * @throws IOException if the file cannot be written
     */
    public Recording record(Path file, Settings settings) throws IOException {
        ConsumedOrder order = new ConsumedOrder();
        List<Verdict> verdicts = new ArrayList<>();
        try (TopicVerdicts recorded = TopicVerdicts.open(config)) {
            recorded.readInto(
                    record -> {
                        order.learn(record);
                        record.verdict().ifPresent(verdicts::add);
                    },
                    () -> {});
        }
        long written = 0;
        try (Serde<Object> values = ValueSerdes.of(config).get();
                TopicSource source = TopicSource.open(config, TopicQuery.all(Topic.inputs()), values.deserializer());
                RecordStream records = order.merge(source.streams());
                EventFileSink out =
                        new EventFileSink(List.of(file), new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                out.write(next.get());
                written++;
            }
        }
        long differing = ReplayCheck.differing(file, verdicts, settings);
        return new Recording(file, written, verdicts.size(), differing);
    }
}
