package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.connect.AvroConverter;
import dev.kvlease.connect.LogTransform;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.MockRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * What Connect hands to the converter and to the transformation: bytes of topics, records that other plugins have changed,
 * and lines of all types. A case is a byte for what it is, one that chooses changes, and bytes.
 */
final class ConnectTarget implements Target {
    static final String NAME = "connect";

    private static final String SCOPE = "fuzz-connect";
    private static final String TOPIC = "kvlease.fuzzed";
    private static final int BYTES = 0;
    private static final int STRUCT = 1;
    private static final int LINE = 2;

    private static final Schema[] OTHER_TYPES = {
        Schema.OPTIONAL_STRING_SCHEMA,
        Schema.OPTIONAL_INT64_SCHEMA,
        Schema.OPTIONAL_BYTES_SCHEMA,
        Schema.OPTIONAL_FLOAT64_SCHEMA,
        Schema.OPTIONAL_BOOLEAN_SCHEMA,
        SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).optional().build(),
        SchemaBuilder.array(SchemaBuilder.array(Schema.OPTIONAL_INT64_SCHEMA)
                        .optional()
                        .build())
                .optional()
                .build(),
        SchemaBuilder.struct()
                .name("Other")
                .field("x", Schema.INT8_SCHEMA)
                .optional()
                .build(),
        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA).optional().build()
    };

    private final MockRegistry registry = MockRegistry.of(SCOPE);
    private final AvroConverter converter = new AvroConverter();
    private LogTransform<SourceRecord> transform = newTransform();
    private int lines;

    ConnectTarget() {
        Schemas.TOPIC_RECORDS.forEach(own -> registry.register(TOPIC + "-value", Schemas.portable(own), false));
        converter.configure(Map.of("schema.registry.url", "mock://" + SCOPE), false);
    }

    private static LogTransform<SourceRecord> newTransform() {
        LogTransform<SourceRecord> made = new LogTransform<>();
        made.configure(Map.of("line.field", "message", "sightings.topic", "sightings", "notice.delay.ms", "1000"));
        return made;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 60;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>();
        for (SpecificRecord record : Seeds.avro(seed)) {
            org.apache.avro.Schema writer = Schemas.portable(record.getSchema());
            byte[] data = Writers.bytes(record, writer);
            int id = registry.register(TOPIC + "-value", writer, false);
            byte[] value = ByteBuffer.allocate(5 + data.length)
                    .put((byte) 0)
                    .putInt(id)
                    .put(data)
                    .array();
            seeds.add(head(BYTES, 0, value));
            seeds.add(head(STRUCT, seeds.size(), value));
        }
        LogsTarget.LINES.forEach(line -> seeds.add(head(LINE, seeds.size(), Seeds.utf8(line))));
        return seeds;
    }

    private static byte[] head(int what, int choice, byte[] rest) {
        return ByteBuffer.allocate(2 + rest.length)
                .put((byte) what)
                .put((byte) choice)
                .put(rest)
                .array();
    }

    @Override
    public long mostAllocated(byte[] input) {
        // a list of numbers is one of objects; a record may go through four forms; a line may amount to many records
        return 32 * SPARE_BYTES + 1_024L * input.length;
    }

    @Override
    public String take(byte[] input) {
        int what = input.length > 0 ? (input[0] & 0xff) % 3 : BYTES;
        int choice = input.length > 1 ? input[1] & 0xff : 0;
        byte[] rest = Arrays.copyOfRange(input, Math.min(2, input.length), input.length);
        try {
            return what == LINE ? line(choice, rest) : value(what == STRUCT, choice, rest);
        } catch (DataException e) {
            return what + " " + Shapes.of(e);
        }
    }

    private String value(boolean changed, int choice, byte[] bytes) {
        SchemaAndValue given = converter.toConnectData(TOPIC, bytes);
        Struct struct = (Struct) given.value();
        byte[] again = converter.fromConnectData(TOPIC, given.schema(), struct);
        require(
                converter.toConnectData(TOPIC, again).value().equals(struct),
                "what is read, written and read again is the same");
        if (!changed) {
            return struct.schema().name();
        }
        Struct other = otherwise(struct, choice);
        converter.fromConnectData(TOPIC, other.schema(), other);
        return struct.schema().name() + " changed";
    }

    /** As another transformation may leave it: a field of another type, gone, or new. */
    private static Struct otherwise(Struct from, int choice) {
        List<Field> fields = from.schema().fields();
        int changed = choice % fields.size();
        int type = choice / fields.size() % (OTHER_TYPES.length + 1);
        SchemaBuilder builder = SchemaBuilder.struct().name(from.schema().name());
        for (Field field : fields) {
            if (field.index() != changed) {
                builder.field(field.name(), field.schema());
            } else if (type < OTHER_TYPES.length) {
                builder.field(field.name(), OTHER_TYPES[type]);
            }
        }
        Struct made =
                new Struct(builder.field("new", Schema.OPTIONAL_STRING_SCHEMA).build());
        for (Field field : fields) {
            if (field.index() != changed) {
                made.put(field.name(), from.get(field));
            } else if (type < OTHER_TYPES.length) {
                made.put(field.name(), value(OTHER_TYPES[type]));
            }
        }
        return made;
    }

    private static Object value(Schema schema) {
        return switch (schema.type()) {
            case STRING -> "no such symbol";
            case INT64 -> Long.MAX_VALUE;
            case BYTES -> new byte[] {1};
            case FLOAT64 -> Double.NaN;
            case BOOLEAN -> true;
            case ARRAY -> Arrays.asList((Object) null);
            case STRUCT -> new Struct(schema).put("x", (byte) 1);
            case MAP -> Map.of("a", "b");
            default -> null;
        };
    }

    private String line(int choice, byte[] bytes) {
        if (++lines % 1_000 == 0) {
            transform.close();
            transform = newTransform();
        }
        String text = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
        Object value =
                switch (choice % 6) {
                    case 0 -> text;
                    case 1 -> bytes;
                    case 2 -> new HashMap<>(Map.of("message", text));
                    case 3 ->
                        new Struct(SchemaBuilder.struct()
                                        .field("message", Schema.STRING_SCHEMA)
                                        .build())
                                .put("message", text);
                    case 4 -> 7L;
                    default -> null;
                };
        Object key = choice % 7 == 0 ? null : "engine-" + choice;
        Long timestamp = choice % 5 == 0 ? null : choice % 5 == 1 ? Long.MAX_VALUE : 1_785_000_000_000L;
        SourceRecord record = new SourceRecord(Map.of(), Map.of(), "logs", 0, null, key, null, value, timestamp);
        SourceRecord out = transform.apply(record);
        return "line " + (out == null ? "nothing" : out.topic());
    }

    @Override
    public void close() {
        transform.close();
        MockRegistry.drop(SCOPE);
    }
}
