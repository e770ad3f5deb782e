package dev.kvlease.app.platform.registry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;

/** What a new schema of a subject must be able to do with the earlier ones, by Avro's rules of resolution. */
enum CompatibilityLevel {
    NONE(false, false, false),
    BACKWARD(true, false, false),
    BACKWARD_TRANSITIVE(true, false, true),
    FORWARD(false, true, false),
    FORWARD_TRANSITIVE(false, true, true),
    FULL(true, true, false),
    FULL_TRANSITIVE(true, true, true);

    private final boolean readsOlder;
    private final boolean readByOlder;
    private final boolean transitive;

    CompatibilityLevel(boolean readsOlder, boolean readByOlder, boolean transitive) {
        this.readsOlder = readsOlder;
        this.readByOlder = readByOlder;
        this.transitive = transitive;
    }

    /**
     * The level of a name.
     *
     * @param name as Confluent writes it
     * @return the level; empty if there is none of that name
     */
    static Optional<CompatibilityLevel> of(String name) {
        return Arrays.stream(values())
                .filter(level -> level.name().equals(name))
                .findFirst();
    }

    /**
     * Why a schema must not follow the earlier ones.
     *
     * @param candidate the new schema
     * @param earlier the subject's schemas, oldest first
     * @return the reasons; empty if it may
     */
    List<String> refusals(Schema candidate, List<Schema> earlier) {
        List<String> refusals = new ArrayList<>();
        int first = transitive ? 0 : Math.max(0, earlier.size() - 1);
        for (Schema older : earlier.subList(first, earlier.size())) {
            if (readsOlder) {
                addRefusals("new schema cannot read the old", candidate, older, refusals);
            }
            if (readByOlder) {
                addRefusals("old schema cannot read the new", older, candidate, refusals);
            }
        }
        return refusals;
    }

    private static void addRefusals(String direction, Schema reader, Schema writer, List<String> refusals) {
        for (Incompatibility found : SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities()) {
            refusals.add(
                    direction + ": " + found.getType() + " at '" + found.getLocation() + "': " + found.getMessage());
        }
    }
}
