package dev.kvlease.app.export;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.HolderRole;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Writes what is in the topics of a short run as an event file. It keeps all of it in memory meanwhile. */
public final class TopicRecorder {
    private static final List<Topic> INPUTS =
            List.of(Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES);

    private final Map<String, Object> client;
    private final String topicPrefix;

    /**
     * A recorder of a cluster.
     *
     * @param client properties of a consumer and of its serde
     * @param topicPrefix what topic names start with
     */
    public TopicRecorder(Map<String, Object> client, String topicPrefix) {
        this.client = Map.copyOf(client);
        this.topicPrefix = topicPrefix;
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
        List<LogRecord> inputs = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        try (SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
                KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            serde.configure(client, false);
            TopicScan scan = new TopicScan(consumer, serde.deserializer(), topicPrefix);
            scan.read(Topic.VERDICTS).forEach(record -> verdicts.add((Verdict) record.value()));
            INPUTS.forEach(topic -> inputs.addAll(scan.read(topic)));
        }
        List<LogRecord> ordered =
                Interleaving.order(inputs, verdicts.stream().map(Cut::of).toList());
        try (EventFileWriter out = new EventFileWriter(new BufferedOutputStream(Files.newOutputStream(file)))) {
            ordered.forEach(record -> write(record, out));
        }
        long differing = ReplayCheck.differing(file, verdicts, settings);
        return new Recording(file, ordered.size(), verdicts.size(), differing);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = new HashMap<>(client);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static void write(LogRecord record, EventFileWriter out) {
        InputRecord input = InputCodec.fromAvro(record.topic(), record.value()).orElse(null);
        if (input instanceof InputRecord.Event event) {
            HolderRole role = ((LeaseEvent) record.value()).getHolderRole();
            out.leaseEvent(event.event(), role == HolderRole.UNKNOWN ? "" : role.name(), record.timestampMs());
        } else if (input instanceof InputRecord.Sample sample) {
            out.handshakeSample(sample.sample(), record.timestampMs());
        } else if (input instanceof InputRecord.Intent intent) {
            out.readIntent(intent.intent(), record.timestampMs());
        } else if (input instanceof InputRecord.Outcome outcome) {
            out.readOutcome(outcome.outcome(), record.timestampMs());
        }
    }
}
