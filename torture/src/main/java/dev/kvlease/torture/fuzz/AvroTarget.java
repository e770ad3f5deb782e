package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.MockRegistry;
import dev.kvlease.schemas.serde.GenericAvroDeserializer;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import dev.kvlease.schemas.serde.UndecodableRecordException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Values of all topics, in schemas of other versions too, as they come from a topic. A case that begins with
 * {@link #BY_HEADER} has its schema in a header of 17 bytes.
 */
final class AvroTarget implements Target {
    static final String NAME = "avro";

    private static final byte BY_HEADER = 0x7f;
    private static final int HEADER_END = 18;
    private static final String TOPIC = "kvlease.fuzzed";
    private static final String SCOPE = "fuzz-avro";

    private final MockRegistry registry = MockRegistry.of(SCOPE);
    private final SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
    private final GenericAvroDeserializer generic = new GenericAvroDeserializer(registry);

    AvroTarget() {
        Schemas.TOPIC_RECORDS.forEach(own -> Writers.of(own).forEach(this::register));
        register(Schema.create(Schema.Type.STRING));
        serde.configure(Map.of("schema.registry.url", "mock://" + SCOPE), false);
    }

    private int register(Schema schema) {
        return registry.register(TOPIC + "-value", schema, false);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 350;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>();
        for (SpecificRecord record : Seeds.avro(seed)) {
            for (Schema writer : Writers.of(record.getSchema())) {
                byte[] data = Writers.bytes(record, writer);
                seeds.add(ByteBuffer.allocate(5 + data.length)
                        .put((byte) 0)
                        .putInt(register(writer))
                        .put(data)
                        .array());
            }
            seeds.add(byHeader(record));
        }
        return seeds;
    }

    private static byte[] byHeader(SpecificRecord record) {
        Schema writer = Schemas.portable(record.getSchema());
        byte[] data = Writers.bytes(record, writer);
        UUID guid = MockRegistry.guid(writer);
        return ByteBuffer.allocate(HEADER_END + data.length)
                .put(BY_HEADER)
                .put((byte) 1)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .put(data)
                .array();
    }

    @Override
    public String take(byte[] input) {
        RecordHeaders headers = new RecordHeaders();
        byte[] value = input;
        if (input.length > 0 && input[0] == BY_HEADER) {
            int end = Math.min(input.length, HEADER_END);
            headers.add("__value_schema_id", Arrays.copyOfRange(input, 1, end));
            value = Arrays.copyOfRange(input, end, input.length);
        }
        SpecificRecord record;
        try {
            record = serde.deserializer().deserialize(TOPIC, headers, value);
        } catch (UndecodableRecordException e) {
            takeGeneric(headers, value);
            return e.problem() + " " + Shapes.of(e.getMessage());
        }
        takeGeneric(headers, value);
        byte[] again = serde.serializer().serialize(TOPIC, record);
        require(
                serde.deserializer().deserialize(TOPIC, again).equals(record),
                "what is read, written and read again is the same");
        return record.getClass().getSimpleName() + " " + apply(record);
    }

    private void takeGeneric(Headers headers, byte[] value) {
        try {
            generic.deserialize(TOPIC, headers, value);
        } catch (UndecodableRecordException e) {
            // as the other may have said; it reads less of what it does not need
        }
    }

    private static String apply(SpecificRecord record) {
        StringBuilder outcome = new StringBuilder();
        for (Topic topic : Topic.values()) {
            InputCodec.fromAvro(topic, record).ifPresent(input -> outcome.append(applied(input)));
        }
        return outcome.toString();
    }

    /** A record is answered, refused or taken, and never more than one of these. */
    private static String applied(InputRecord input) {
        Counted counted = new Counted();
        input.applyTo(new LeaseEngine(input.holder(), Settings.DEFAULT, true), Seeds.arrival(1), counted);
        int answers = input instanceof InputRecord.Intent ? 1 : 0;
        require(
                counted.refusals + counted.verdicts == Math.max(answers, counted.refusals),
                counted.refusals + " refusals and " + counted.verdicts + " verdicts");
        return counted.last;
    }

    private static final class Counted implements Seeds.Quiet {
        private int refusals;
        private int verdicts;
        private String last = "taken";

        @Override
        public void refused(BadRecord reason) {
            refusals++;
            last = reason.name();
        }

        @Override
        public void verdict(Verdict verdict) {
            verdicts++;
            last = verdict.reason().name();
        }
    }

    @Override
    public void close() {
        serde.close();
        MockRegistry.drop(SCOPE);
    }
}
