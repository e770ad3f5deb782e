package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.serde.UndecodableRecordException.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Refuses schemas of writers that are not bounded: a record of a schema that needs itself can be nested as deep as it is
 * long, and even passing it over would take more stack than there is. No record of kvlease needs one.
 */
final class WriterCheck {
    /** Ours are not nested half as deep. */
    static final int DEEPEST = 32;

    /** Ours have not a tenth as many fields, those of inner records included. */
    static final long MOST_FIELDS = 1_000;

    private static final Extent PLAIN = new Extent(0, 1);

    /** How deep a record may be nested, and how many plain fields it has. */
    private record Extent(int depth, long fields) {
        Extent inside() {
            return new Extent(depth + 1, fields + 1);
        }

        Extent and(Extent other) {
            return new Extent(Math.max(depth, other.depth), Math.min(MOST_FIELDS + 1, fields + other.fields));
        }
    }

    private final Map<String, Extent> known = new HashMap<>();
    private final Set<String> around = new HashSet<>();
    private boolean endless;

    private WriterCheck() {}

    /**
     * Checks a schema.
     *
     * @param writer what a registry says
     * @param what it is called in messages
     * @throws UndecodableRecordException if records of it can be nested deeper than 32, or have more than 1,000 fields
     */
    static void check(Schema writer, String what) {
        WriterCheck check = new WriterCheck();
        Extent extent = check.of(writer);
        if (check.endless || extent.depth() > DEEPEST || extent.fields() > MOST_FIELDS) {
            throw new UndecodableRecordException(
                    Problem.INCOMPATIBLE_SCHEMA,
                    "Records of " + what + " can be nested without end or deeper than " + DEEPEST
                            + ", or have more than " + MOST_FIELDS + " fields");
        }
    }

    private Extent of(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> ofRecord(schema);
            case ARRAY -> of(schema.getElementType()).inside();
            case MAP -> of(schema.getValueType()).inside();
            case UNION -> ofAll(schema.getTypes());
            default -> PLAIN;
        };
    }

    private Extent ofRecord(Schema schema) {
        Extent before = known.get(schema.getFullName());
        if (before != null) {
            return before;
        }
        if (!around.add(schema.getFullName())) {
            endless = true;
            return PLAIN;
        }
        Extent extent = ofAll(
                        schema.getFields().stream().map(Schema.Field::schema).toList())
                .inside();
        around.remove(schema.getFullName());
        known.put(schema.getFullName(), extent);
        return extent;
    }

    private Extent ofAll(List<Schema> parts) {
        return parts.stream().map(this::of).reduce(PLAIN, Extent::and);
    }
}
