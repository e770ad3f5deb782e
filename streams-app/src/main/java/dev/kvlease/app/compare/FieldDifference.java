package dev.kvlease.app.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * A field in which two verdicts differ.
 *
 * @param field its name, with the names of the records around it
 * @param recorded as it was recorded
 * @param replayed as it follows now
 */
public record FieldDifference(String field, Object recorded, Object replayed) {
    /** The fields that only a running task fills. */
    private static final String ONLY_LIVE = "consumed";

    /** All fields in which two records of one kind differ. */
    static List<FieldDifference> between(SpecificRecord recorded, SpecificRecord replayed) {
        List<FieldDifference> found = new ArrayList<>();
        collect("", recorded, replayed, found);
        return found;
    }

    private static void collect(
            String path, SpecificRecord recorded, SpecificRecord replayed, List<FieldDifference> found) {
        for (Schema.Field field : recorded.getSchema().getFields()) {
            Object one = recorded.get(field.pos());
            Object other = replayed.get(field.pos());
            if (field.name().equals(ONLY_LIVE) || Objects.equals(one, other)) {
                continue;
            }
            if (one instanceof SpecificRecord inner && other instanceof SpecificRecord otherInner) {
                collect(path + field.name() + ".", inner, otherInner, found);
            } else {
                found.add(new FieldDifference(path + field.name(), one, other));
            }
        }
    }
}
