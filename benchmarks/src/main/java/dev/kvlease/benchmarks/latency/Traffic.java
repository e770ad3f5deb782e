package dev.kvlease.benchmarks.latency;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Records of the mixed workload, encoded before they are sent, so that the sender only has to send.
 *
 * @param records in order
 * @param intents the numbers of the intents among them, by {@code read_request_id}
 */
record Traffic(List<Sent> records, Map<String, Integer> intents) {
    /**
     * One record.
     *
     * @param topic its input
     * @param key its key
     * @param value its value in the wire format
     */
    record Sent(Topic topic, byte[] key, byte[] value) {}

    /** The next records of a workload. */
    static Traffic next(Workload workload, int count, Serializer<SpecificRecord> serializer) {
        List<Sent> records = new ArrayList<>(count);
        Map<String, Integer> intents = new HashMap<>();
        for (Workload.Step step : workload.next(count)) {
            readRequestId(step.record()).ifPresent(id -> intents.put(id, records.size()));
            records.add(encode(step.record(), serializer));
        }
        return new Traffic(records, intents);
    }

    private static Optional<String> readRequestId(InputRecord record) {
        return record instanceof InputRecord.Intent intent
                ? Optional.of(intent.intent().readRequestId())
                : Optional.empty();
    }

    private static Sent encode(InputRecord record, Serializer<SpecificRecord> serializer) {
        Topic topic = Cluster.topicOf(record);
        byte[] value = serializer.serialize(topic.name(Cluster.PREFIX), InputCodec.toAvro(record));
        return new Sent(topic, record.holder().getBytes(StandardCharsets.UTF_8), value);
    }
}
