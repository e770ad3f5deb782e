package dev.kvlease.connect;

import dev.kvlease.connect.EngineLink.Garbled;
import dev.kvlease.connect.EngineLink.Ordered;
import dev.kvlease.connect.order.Effect.Deliver;
import dev.kvlease.connect.order.Position;
import dev.kvlease.connect.wire.BatchDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes Kafka records of an engine's batches. */
final class RecordMaker {
    /** Header of a dead letter: the engine. */
    static final String ENGINE_HEADER = "kvlease.connect.engine";

    /** Header of a dead letter: what is wrong. */
    static final String FAULT_HEADER = "kvlease.connect.fault";

    private static final Logger LOG = LoggerFactory.getLogger(RecordMaker.class);

    private final SourceConfig config;
    private final Map<String, String> partition;
    private final BatchDecoder decoder;
    private final AvroStructs structs = new AvroStructs();
    private final String prefix;

    RecordMaker(String engineId, SourceConfig config) {
        this.config = config;
        this.partition = SourceOffsets.partition(engineId);
        this.decoder = new BatchDecoder(engineId);
        this.prefix = config.getString(SourceConfig.TOPIC_PREFIX);
    }

    /** A batch's records. Only the last carries the position after the batch, so that a crash repeats the whole of it. */
    List<SourceRecord> records(Ordered ordered) {
        Deliver deliver = ordered.deliver();
        byte[] payload = deliver.frame().payload();
        BatchDecoder.Decoded decoded =
                decoder.decode(deliver.life(), deliver.frame().seq(), payload);
        if (decoded.unknown() > 0) {
            LOG.debug("{}: {} events of unknown types", decoder.engineId(), decoded.unknown());
        }
        boolean lettered = !decoded.faults().isEmpty();
        List<SourceRecord> records = new ArrayList<>();
        for (SpecificRecord each : decoded.records()) {
            boolean last = !lettered && records.size() == decoded.records().size() - 1;
            records.add(record(each, last ? deliver.after() : ordered.before()));
        }
        if (lettered) {
            records.addAll(letter(payload, String.join("; ", decoded.faults()), deliver.after()));
        }
        return records;
    }

    /** What becomes of a message that is no batch. */
    List<SourceRecord> garbled(Garbled message) {
        return letter(message.bytes(), message.fault(), message.position());
    }

    private SourceRecord record(SpecificRecord from, Position position) {
        Struct value = structs.struct(from);
        return new SourceRecord(
                partition,
                SourceOffsets.offset(position),
                prefix + Targets.topic(value),
                Targets.KEY_SCHEMA,
                Targets.key(value),
                value.schema(),
                value);
    }

    private List<SourceRecord> letter(byte[] bytes, String fault, Position position) {
        String told = decoder.engineId() + " sent what cannot be read: " + fault;
        if (!config.toleratesErrors()) {
            throw new ConnectException(told + ". Set errors.tolerance=all to go on without it.");
        }
        LOG.warn(told);
        return config.deadLetters().stream()
                .map(topic -> new SourceRecord(
                        partition,
                        SourceOffsets.offset(position),
                        topic,
                        null,
                        Targets.KEY_SCHEMA,
                        decoder.engineId(),
                        Schema.BYTES_SCHEMA,
                        bytes,
                        null,
                        new ConnectHeaders()
                                .addString(ENGINE_HEADER, decoder.engineId())
                                .addString(FAULT_HEADER, fault)))
                .toList();
    }
}
