package dev.kvlease.app.export;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.Verdict;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** Writes what is in the topics of a short run as an event file. It keeps all of it in memory meanwhile. */
public final class TopicRecorder {
    private static final List<Topic> READ = List.of(
            Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES, Topic.VERDICTS);

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
        List<StoredRecord> inputs = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        try (Serde<Object> values = ValueSerdes.of(config).get();
                TopicSource source = TopicSource.open(config, READ, Slice.ALL, Duration.ZERO, values.deserializer());
                RecordStream records = new TimeOrder().merge(source.streams())) {
            for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                if (next.get().topic().role() == Topic.Role.INPUT) {
                    inputs.add(next.get());
                } else {
                    next.get().value().ifPresent(value -> verdicts.add((Verdict) value));
                }
            }
        }
        List<StoredRecord> ordered =
                Interleaving.order(inputs, verdicts.stream().map(Cut::of).toList());
        try (EventFileSink out =
                new EventFileSink(List.of(file), new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (StoredRecord record : ordered) {
                out.write(record);
            }
        }
        long differing = ReplayCheck.differing(file, verdicts, settings);
        return new Recording(file, ordered.size(), verdicts.size(), differing);
    }
}
