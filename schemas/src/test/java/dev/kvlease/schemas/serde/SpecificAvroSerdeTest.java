package dev.kvlease.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.Samples;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.MockRegistry;
import dev.kvlease.schemas.registry.UnknownSchemaException;
import dev.kvlease.schemas.serde.UndecodableRecordException.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SpecificAvroSerdeTest {
    private static final String TOPIC = "kvlease.lease-events";

    private static final LeaseEvent HEARTBEAT = (LeaseEvent) Samples.sparse().get(0);

    private final MockRegistry registry = new MockRegistry();
    private final SpecificAvroSerde<LeaseEvent> serde = new SpecificAvroSerde<>(LeaseEvent.class, registry);

    @ParameterizedTest
    @MethodSource("dev.kvlease.schemas.Samples#all")
    <T extends SpecificRecordBase> void everyRecordComesBackEqual(T sample) {
        @SuppressWarnings("unchecked")
        SpecificAvroSerde<T> own = new SpecificAvroSerde<>((Class<T>) sample.getClass(), registry);
        byte[] bytes = own.serializer().serialize(TOPIC, sample);

        assertThat(bytes).startsWith(0, 0, 0, 0, 1);
        assertThat(own.deserializer().deserialize(TOPIC, bytes)).isEqualTo(sample);
    }

    @Test
    void aSerdeNamedInPropertiesReadsEveryRecordType() {
        SpecificAvroSerde<SpecificRecordBase> any = new SpecificAvroSerde<>();
        any.configure(Map.of("schema.registry.url", "mock://any", "specific.avro.reader", "true"), false);

        assertThat(Samples.all())
                .allSatisfy(sample -> assertThat(any.deserializer()
                                .deserialize("t", any.serializer().serialize("t", sample)))
                        .isEqualTo(sample));
        MockRegistry.drop("any");
    }

    @Test
    void aTombstoneStaysOne() {
        assertThat(serde.serializer().serialize(TOPIC, null)).isNull();
        assertThat(serde.deserializer().deserialize(TOPIC, new RecordHeaders(), (byte[]) null))
                .isNull();
    }

    @Test
    void whatIsRegisteredCarriesNoHintsForJava() {
        serde.serializer().serialize(TOPIC, heartbeat());

        assertThat(registry.latest(TOPIC + "-value").schema().toString()).doesNotContain("avro.java");
    }

    @ParameterizedTest
    @CsvSource({
        "TopicNameStrategy,kvlease.lease-events-value",
        "io.confluent.kafka.serializers.subject.TopicNameStrategy,kvlease.lease-events-value",
        "io.confluent.kafka.serializers.subject.RecordNameStrategy,dev.kvlease.schemas.LeaseEvent",
        "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy,kvlease.lease-events-dev.kvlease.schemas.LeaseEvent"
    })
    void theSubjectFollowsTheStrategy(String strategy, String subject) {
        serde.configure(Map.of("value.subject.name.strategy", strategy), false);
        serde.serializer().serialize(TOPIC, heartbeat());

        assertThat(registry.latest(subject).id()).isEqualTo(1);
    }

    @Test
    void aSchemaIdInAHeaderIsRead() {
        byte[] bytes = serde.serializer().serialize(TOPIC, heartbeat());
        byte[] data = Arrays.copyOfRange(bytes, WireFormat.PREFIX_BYTES, bytes.length);
        UUID guid = MockRegistry.guid(Schemas.portable(LeaseEvent.class));
        byte[] guidHeader = ByteBuffer.allocate(17)
                .put((byte) 1)
                .putLong(guid.getMostSignificantBits())
                .putLong(guid.getLeastSignificantBits())
                .array();

        assertThat(serde.deserializer().deserialize(TOPIC, headers(guidHeader), data))
                .isEqualTo(heartbeat());
        assertThat(serde.deserializer().deserialize(TOPIC, headers(WireFormat.prefix(1)), data))
                .isEqualTo(heartbeat());
    }

    @Test
    void aHeaderOfAKeyIsNotAValues() {
        byte[] bytes = serde.serializer().serialize(TOPIC, heartbeat());
        RecordHeaders headers = new RecordHeaders();
        headers.add(WireFormat.KEY_HEADER, new byte[] {9});

        assertThat(serde.deserializer().deserialize(TOPIC, headers, bytes)).isEqualTo(heartbeat());
    }

    @Test
    void foreignBytesAreUndecodable() {
        refused(new byte[0], Problem.NOT_WIRE_FORMAT, "0 bytes");
        refused("{\"json\":1}".getBytes(StandardCharsets.UTF_8), Problem.NOT_WIRE_FORMAT, "first is 123");
        refused(new byte[] {0, 0, 0, 0}, Problem.NOT_WIRE_FORMAT, "4 bytes");
        assertThatThrownBy(() -> serde.deserializer().deserialize(TOPIC, headers(new byte[] {1, 2}), new byte[9]))
                .hasMessageContaining("__value_schema_id");
    }

    @Test
    void anUnknownIdIsTheRecordsFault() {
        refused(WireFormat.prefix(77), Problem.UNKNOWN_SCHEMA, "schema id 77");
    }

    @Test
    void truncatedAndOverlongRecordsAreCorrupt() {
        byte[] bytes = serde.serializer().serialize(TOPIC, heartbeat());

        for (int length = WireFormat.PREFIX_BYTES; length < bytes.length; length++) {
            refused(Arrays.copyOf(bytes, length), Problem.CORRUPT, "schema id 1");
        }
        refused(Arrays.copyOf(bytes, bytes.length + 1), Problem.CORRUPT, "follow the record");
    }

    @Test
    void absurdLengthsAreCorruptNotOutOfMemory() {
        serde.serializer().serialize(TOPIC, heartbeat());
        // type 1, then a holder id of 2^30 bytes; seq 0 ... then 2^30 block lists
        refused(new byte[] {0, 0, 0, 0, 1, 2, -128, -128, -128, -128, 8}, Problem.CORRUPT, "schema id 1");
        byte[] lists = {0, 0, 0, 0, 1, 2, 2, 'h', 2, 'i', 0, 0, 0, 2, -128, -128, -128, -128, 8};
        refused(lists, Problem.CORRUPT, "schema id 1");
    }

    @Test
    void randomDamageNeverEscapesAsAnotherException() {
        byte[] bytes =
                serde.serializer().serialize(TOPIC, (LeaseEvent) Samples.full().get(0));
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = bytes.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                damaged[WireFormat.PREFIX_BYTES + random.nextInt(damaged.length - WireFormat.PREFIX_BYTES)] =
                        (byte) random.nextInt();
            }
            try {
                serde.deserializer().deserialize(TOPIC, damaged);
            } catch (UndecodableRecordException expected) {
                assertThat(expected.problem()).isEqualTo(Problem.CORRUPT);
            }
        }
    }

    @Test
    void anotherRecordTypeIsNamed() {
        SpecificAvroSerializer<HandshakeSample> other = new SpecificAvroSerializer<>(registry);
        byte[] bytes = other.serialize(TOPIC, (HandshakeSample) Samples.full().get(1));

        refused(bytes, Problem.OTHER_RECORD_TYPE, "dev.kvlease.schemas.HandshakeSample");
    }

    @Test
    void aNewerWritersRecordIsRead() throws Exception {
        Schema newer = new Schema.Parser()
                .parse(Schemas.portable(LeaseEvent.class)
                        .toString()
                        .replace("\"ENGINE_HEARTBEAT\",", "\"ENGINE_HEARTBEAT\",\"ENGINE_DRAINING\",")
                        .replaceFirst(
                                "\"fields\":\\[",
                                "\"fields\":[{\"name\":\"added\",\"type\":\"string\",\"default\":\"\"},"));
        GenericRecord event = new GenericData.Record(newer);
        newer.getFields().forEach(field -> {
            if (field.hasDefaultValue()) {
                event.put(field.pos(), GenericData.get().getDefaultValue(field));
            }
        });
        event.put("type", new GenericData.EnumSymbol(newer.getField("type").schema(), "ENGINE_DRAINING"));
        event.put("holder_engine_id", "d0");
        event.put("holder_incarnation", "a");
        event.put("seq", 3L);
        event.put("engine_clock_ns", 4L);
        int id = registry.register(TOPIC + "-value", newer, false);

        LeaseEvent read = serde.deserializer().deserialize(TOPIC, encoded(id, newer, event));

        assertThat(read.getType()).isEqualTo(LeaseEventType.UNKNOWN);
        assertThat(read.getSeq()).isEqualTo(3);
        assertThat(read.getRequestId()).isNull();
    }

    @Test
    void aWriterThatLacksARequiredFieldIsIncompatible() throws Exception {
        Schema bare = SchemaBuilder.record("dev.kvlease.schemas.LeaseEvent")
                .fields()
                .requiredLong("seq")
                .endRecord();
        GenericRecord event = new GenericData.Record(bare);
        event.put("seq", 1L);
        int id = registry.register(TOPIC + "-value", bare, false);

        refused(encoded(id, bare, event), Problem.INCOMPATIBLE_SCHEMA, "holder_engine_id");
    }

    @Test
    void theLatestVersionIsWrittenIfAsked() {
        Schema newest = new Schema.Parser()
                .parse(Schemas.portable(LeaseEvent.class)
                        .toString()
                        .replaceFirst(
                                "\"fields\":\\[",
                                "\"fields\":[{\"name\":\"added\",\"type\":\"string\",\"default\":\"x\"},"));
        registry.register(TOPIC + "-value", Schemas.portable(LeaseEvent.class), false);
        int newestId = registry.register(TOPIC + "-value", newest, false);
        serde.configure(Map.of("auto.register.schemas", "false", "use.latest.version", "true"), false);

        byte[] bytes = serde.serializer().serialize(TOPIC, heartbeat());

        assertThat(ByteBuffer.wrap(bytes, 1, 4).getInt()).isEqualTo(newestId);
        assertThat(bytes).containsSequence(0, 0, 0, newestId, 2, 'x');
        assertThat(serde.deserializer().deserialize(TOPIC, bytes)).isEqualTo(heartbeat());
    }

    @Test
    void withoutAutoRegistrationAMissingSubjectIsAnError() {
        serde.configure(Map.of("auto.register.schemas", "false"), false);

        assertThatThrownBy(() -> serde.serializer().serialize(TOPIC, heartbeat()))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageContaining(TOPIC + "-value");
    }

    @Test
    void aMissingRequiredFieldIsNamed() {
        LeaseEvent event = heartbeat();
        event.setHolderIncarnation(null);

        assertThatThrownBy(() -> serde.serializer().serialize(TOPIC, event))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("LeaseEvent");
    }

    @Test
    void manyThreadsMayShareASerde() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Callable<Void>> jobs = new ArrayList<>();
        for (int job = 0; job < 4; job++) {
            long clock = job;
            jobs.add(() -> {
                for (long seq = 0; seq < 2_000; seq++) {
                    LeaseEvent event = heartbeat();
                    event.setSeq(seq);
                    event.setEngineClockNs(clock);
                    byte[] bytes = serde.serializer().serialize(TOPIC, event);
                    assertThat(serde.deserializer().deserialize(TOPIC, bytes)).isEqualTo(event);
                }
                return null;
            });
        }
        try {
            for (Future<Void> done : pool.invokeAll(jobs)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private void refused(byte[] bytes, Problem problem, String words) {
        assertThatThrownBy(() -> serde.deserializer().deserialize(TOPIC, bytes))
                .hasMessageContaining(words)
                .asInstanceOf(type(UndecodableRecordException.class))
                .extracting(UndecodableRecordException::problem)
                .isEqualTo(problem);
    }

    private static LeaseEvent heartbeat() {
        return LeaseEvent.newBuilder(HEARTBEAT).build();
    }

    private static RecordHeaders headers(byte[] schema) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(WireFormat.VALUE_HEADER, schema);
        return headers;
    }

    private static byte[] encoded(int id, Schema schema, GenericRecord record) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireFormat.prefix(id));
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
        return out.toByteArray();
    }
}
