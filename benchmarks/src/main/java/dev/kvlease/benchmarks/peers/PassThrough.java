package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The platform's limit with the same serdes: decodes every input record, encodes it again and writes it, without any
 * state.
 */
final class PassThrough {
    private static final String COPY = "copy";

    private PassThrough() {}

    static Topology topology(String prefix, SpecificAvroSerde<SpecificRecord> serde, String outputTopic) {
        Topology topology = new Topology();
        String[] inputs = new String[] {
            Topic.LEASE_EVENTS.name(prefix),
            Topic.HANDSHAKE_SAMPLES.name(prefix),
            Topic.READ_INTENTS.name(prefix),
            Topic.READ_OUTCOMES.name(prefix)
        };
        topology.addSource("inputs", new ByteArrayDeserializer(), new ByteArrayDeserializer(), inputs);
        topology.addProcessor(COPY, () -> new Copy(serde), "inputs");
        topology.addSink("output", outputTopic, new ByteArraySerializer(), new ByteArraySerializer(), COPY);
        return topology;
    }

    private static final class Copy implements Processor<byte[], byte[], byte[], byte[]> {
        private final SpecificAvroSerde<SpecificRecord> serde;
        private ProcessorContext<byte[], byte[]> context;

        Copy(SpecificAvroSerde<SpecificRecord> serde) {
            this.serde = serde;
        }

        @Override
        public void init(ProcessorContext<byte[], byte[]> newContext) {
            context = newContext;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            String topic = context.recordMetadata().map(RecordMetadata::topic).orElseThrow();
            SpecificRecord value = serde.deserializer().deserialize(topic, record.value());
            context.forward(record.withValue(serde.serializer().serialize(topic, value)));
        }
    }
}
