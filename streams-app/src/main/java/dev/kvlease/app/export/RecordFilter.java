package dev.kvlease.app.export;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.common.utils.Bytes;

/**
 * Which records are exported. A holder's lease events are kept whole and its clock samples too as far as readers go, because
 * a replay of a part of them would answer otherwise.
 *
 * @param holders only records of these holders; all if empty
 * @param requests only reads of the leases of these requests; all if empty
 * @param readers only reads of these readers; all if empty
 */
public record RecordFilter(List<String> holders, List<String> requests, List<String> readers) {
    /** Copies the lists. */
    public RecordFilter {
        holders = List.copyOf(holders);
        requests = List.copyOf(requests);
        readers = List.copyOf(readers);
    }

    /**
     * Whether everything is exported.
     *
     * @return true without any restriction
     */
    public boolean isOpen() {
        return holders.isEmpty() && requests.isEmpty() && readers.isEmpty();
    }

    /**
     * Whether a record is exported.
     *
     * @param record any record
     * @return true unless it names another holder, request or reader; a record that cannot be decoded goes by its key
     */
    public boolean takes(StoredRecord record) {
        if (isOpen()) {
            return true;
        }
        if (record.value().isEmpty()) {
            return holders.isEmpty()
                    || record.key()
                            .map(RecordFilter::text)
                            .filter(holders::contains)
                            .isPresent();
        }
        boolean kept = record.topic() == Topic.LEASE_EVENTS
                || (fits(requests, record, FieldNames.REQUEST) && fits(readers, record, FieldNames.READER));
        return kept && fits(holders, record, FieldNames.HOLDER);
    }

    private static String text(Bytes key) {
        return new String(key.get(), StandardCharsets.UTF_8);
    }

    private static boolean fits(List<String> wanted, StoredRecord record, String field) {
        return wanted.isEmpty()
                || record.value()
                        .flatMap(value -> Optional.ofNullable(value.getSchema().getField(field))
                                .map(Schema.Field::pos)
                                .map(value::get))
                        .map(found -> wanted.contains(found.toString()))
                        .orElse(true);
    }
}
