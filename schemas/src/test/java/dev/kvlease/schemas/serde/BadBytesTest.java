package dev.kvlease.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.schemas.ReadIntent;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.MockRegistry;
import dev.kvlease.schemas.serde.UndecodableRecordException.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records that lie about their lengths, and schemas whose records have no end. */
class BadBytesTest {
    private static final String TOPIC = "read-intents";
    private static final Schema EVERYTHING = new Schema.Parser()
            .parse("{\"type\":\"record\",\"name\":\"Everything\",\"fields\":["
                    + "{\"name\":\"n\",\"type\":\"null\"},{\"name\":\"b\",\"type\":\"boolean\"},{\"name\":\"i\",\"type\":\"int\"},"
                    + "{\"name\":\"l\",\"type\":\"long\"},{\"name\":\"f\",\"type\":\"float\"},{\"name\":\"d\",\"type\":\"double\"},"
                    + "{\"name\":\"s\",\"type\":\"string\"},{\"name\":\"y\",\"type\":\"bytes\"},"
                    + "{\"name\":\"x\",\"type\":{\"type\":\"fixed\",\"name\":\"X\",\"size\":3}},"
                    + "{\"name\":\"e\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}},"
                    + "{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"int\"}},"
                    + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":\"long\"}},"
                    + "{\"name\":\"u\",\"type\":[\"null\",\"string\"]}]}");

    private final MockRegistry registry = new MockRegistry();
    private final SpecificAvroDeserializer<ReadIntent> deserializer =
            new SpecificAvroDeserializer<>(ReadIntent.class, registry);

    @Test
    void allTypesAreReadAsAvroReadsThem() throws IOException {
        GenericRecord record = new GenericData.Record(EVERYTHING);
        record.put("b", true);
        record.put("i", Integer.MIN_VALUE);
        record.put("l", Long.MIN_VALUE);
        record.put("f", -0.5f);
        record.put("d", Math.PI);
        record.put("s", "\ud83d\ude00 text");
        record.put("y", ByteBuffer.wrap(new byte[] {1, 2}));
        record.put("x", new GenericData.Fixed(EVERYTHING.getField("x").schema(), new byte[] {7, 8, 9}));
        record.put("e", new GenericData.EnumSymbol(EVERYTHING.getField("e").schema(), "B"));
        record.put("a", List.of(1, -2, 3));
        record.put("m", Map.of("k", 5L));
        record.put("u", "some");
        byte[] bytes = bytes(record, false);

        assertThat(read(bytes).toString()).isEqualTo(record.toString());
        assertThat(read(bytes(record, true)).toString()).isEqualTo(record.toString());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
        }
    }

    /** In blocks that tell their length, as well. */
    private static byte[] bytes(GenericRecord record, boolean blocking) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = blocking
                ? EncoderFactory.get().blockingBinaryEncoder(out, null)
                : EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(EVERYTHING).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException {
        BoundedDecoder decoder = new BoundedDecoder().over(bytes, 0);
        Object read = new GenericDatumReader<>(EVERYTHING).read(null, decoder);
        assertThat(decoder.isEnd()).isTrue();
        return read;
    }

    @Test
    void aListMayNotClaimMoreItemsThanBytesAreLeft() {
        int id = registry.register(TOPIC + "-value", Schemas.portable(ReadIntent.class), false);
        for (int claimed : new int[] {20, 1_000_000, Integer.MAX_VALUE}) {
            byte[] lie = lie(id, claimed);
            assertThatThrownBy(() -> deserializer.deserialize(TOPIC, lie))
                    .isInstanceOfSatisfying(
                            UndecodableRecordException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.CORRUPT))
                    .hasMessageContaining("a length of " + claimed);
        }
    }

    /** Six texts of one letter, and a list that claims so many lists. */
    private static byte[] lie(int id, int claimed) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireFormat.prefix(id));
        for (Schema.Field field : ReadIntent.getClassSchema().getFields()) {
            if (field.name().equals("block_ids")) {
                number(out, claimed);
                return out.toByteArray();
            }
            if (field.schema().getType() == Schema.Type.UNION) {
                out.write(0);
            } else {
                out.writeBytes(new byte[] {2, 'x'});
            }
        }
        throw new IllegalStateException("there is no such list");
    }

    /** One item a block would be honest; these claim all that is left, again and again, and are kept by who reads them all. */
    @Test
    @Timeout(60)
    void itemsWithoutBytesAreBoundedToo() {
        Schema nothing = Schema.create(Schema.Type.NULL);
        Schema empty = Schema.createRecord("Empty", null, "some", false, List.of());
        Schema around =
                Schema.createRecord("Around", null, "some", false, List.of(new Schema.Field("e", empty, null, null)));
        Schema none = Schema.createFixed("None", null, "some", 0);
        for (Schema item : List.of(nothing, empty, around, none)) {
            Schema list = Schema.createArray(item);
            assertThat(readAsList(list, 300)).hasSize(300);
            assertEndless(list);
        }
        assertEndless(Schema.createArray(Schema.createArray(nothing)));
    }

    /** A list of so many items without bytes, in a record that is long enough for them. */
    private List<?> readAsList(Schema list, int items) {
        Schema writer = listAndText(list);
        int id = registry.register(TOPIC + "-value", writer, false);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireFormat.prefix(id));
        number(out, items);
        number(out, 0);
        number(out, items);
        out.writeBytes(new byte[items]);
        return (List<?>) new GenericAvroDeserializer(registry)
                .deserialize(TOPIC, out.toByteArray())
                .get("list");
    }

    private static Schema listAndText(Schema list) {
        return Schema.createRecord(
                "Holding",
                null,
                "some",
                false,
                List.of(
                        new Schema.Field("list", list, null, null),
                        new Schema.Field("text", Schema.create(Schema.Type.STRING), null, null)));
    }

    /** A record of 1 MiB, of nothing but blocks that each claim as many items as bytes are left. */
    private void assertEndless(Schema list) {
        Schema own = Schemas.portable(ReadIntent.class);
        List<Schema.Field> fields = new ArrayList<>();
        fields.add(new Schema.Field("added", list, null, null));
        own.getFields().forEach(each -> fields.add(new Schema.Field(each, each.schema())));
        Schema writer = Schema.createRecord(own.getName(), own.getDoc(), own.getNamespace(), false, fields);
        int id = registry.register(TOPIC + "-value", writer, false);
        int length = 1 << 20;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireFormat.prefix(id));
        while (out.size() < length - 8) {
            number(out, length - out.size() - 8);
        }
        byte[] lie = Arrays.copyOf(out.toByteArray(), length);

        assertThatThrownBy(() -> deserializer.deserialize(TOPIC, lie))
                .isInstanceOf(UndecodableRecordException.class)
                .hasMessageContaining("all lists of the record");
        assertThatThrownBy(() -> new GenericAvroDeserializer(registry).deserialize(TOPIC, lie))
                .isInstanceOf(UndecodableRecordException.class)
                .hasStackTraceContaining("all lists of the record");
    }

    /** An empty list costs far more memory than its byte. */
    @Test
    void moreEmptyListsThanARecordNeedsAreRefused() throws IOException {
        Schema schema = Schema.createArray(Schema.createArray(Schema.create(Schema.Type.INT)));
        GenericDatumReader<List<?>> reader = new GenericDatumReader<>(schema);

        assertThat(reader.read(null, new BoundedDecoder().over(oneBlockEach(511), 0)))
                .hasSize(511);
        byte[] many = oneBlockEach(512);
        assertThatThrownBy(() -> reader.read(null, new BoundedDecoder().over(many, 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 512 lists");
    }

    /** A list of so many blocks that have an empty list each. */
    private static byte[] oneBlockEach(int blocks) {
        byte[] bytes = new byte[2 * blocks + 1];
        for (int i = 0; i < blocks; i++) {
            bytes[2 * i] = 2;
        }
        return bytes;
    }

    /** Lists of as many items as a record can have are read, however they are nested. */
    @Test
    void noListThatIsThereIsRefused() throws IOException {
        Schema inner = Schema.createArray(Schema.create(Schema.Type.INT));
        Schema schema = Schema.createArray(Schema.createArray(inner));
        List<List<List<Integer>>> lists = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lists.add(i % 3 == 0 ? List.of() : List.of(List.of(), List.of(i, 2), List.of(), List.of(3)));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(lists, encoder);
        encoder.flush();

        assertThat(new GenericDatumReader<>(schema).read(null, new BoundedDecoder().over(out.toByteArray(), 0)))
                .isEqualTo(lists);
    }

    private static void number(ByteArrayOutputStream out, int number) {
        long raw = 2L * number;
        while (raw > 0x7f) {
            out.write((int) (raw & 0x7f) | 0x80);
            raw >>>= 7;
        }
        out.write((int) raw);
    }

    @Test
    void aSchemaThatNeedsItselfIsRefused() {
        Schema own = Schemas.portable(ReadIntent.class);
        Schema node = Schema.createRecord("Node", null, own.getNamespace(), false);
        node.setFields(List.of(
                new Schema.Field("next", Schema.createUnion(Schema.create(Schema.Type.NULL), node), null, null)));

        assertRefused(with(own, node));
    }

    @Test
    void aSchemaOfMoreFieldsThanAnyRecordNeedsIsRefused() {
        Schema own = Schemas.portable(ReadIntent.class);
        Schema inner = Schema.create(Schema.Type.NULL);
        for (int i = 0; i < 12; i++) {
            Schema outer = Schema.createRecord("R" + i, null, own.getNamespace(), false);
            outer.setFields(
                    List.of(new Schema.Field("a", inner, null, null), new Schema.Field("b", inner, null, null)));
            inner = outer;
        }

        assertRefused(with(own, inner));
    }

    private static Schema with(Schema own, Schema added) {
        List<Schema.Field> fields = new ArrayList<>();
        own.getFields().forEach(each -> fields.add(new Schema.Field(each, each.schema())));
        fields.add(new Schema.Field("added", added, null, null));
        return Schema.createRecord(own.getName(), own.getDoc(), own.getNamespace(), false, fields);
    }

    private void assertRefused(Schema writer) {
        int id = registry.register(TOPIC + "-value", writer, false);
        byte[] value = ByteBuffer.allocate(100).put((byte) 0).putInt(id).array();

        assertThatThrownBy(() -> deserializer.deserialize(TOPIC, value))
                .isInstanceOfSatisfying(
                        UndecodableRecordException.class,
                        e -> assertThat(e.problem()).isEqualTo(Problem.INCOMPATIBLE_SCHEMA));
        assertThatThrownBy(() -> new GenericAvroDeserializer(registry).deserialize(TOPIC, value))
                .isInstanceOf(UndecodableRecordException.class);
    }
}
