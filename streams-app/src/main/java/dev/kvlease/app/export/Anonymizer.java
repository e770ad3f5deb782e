package dev.kvlease.app.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.source.Content;
import dev.kvlease.app.source.Refusal;
import dev.kvlease.app.source.StoredJson;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.DeadLetter;
import dev.kvlease.core.common.CompositeKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;

/**
 * Replaces the ids of engines, lives, requests and reads, also within keys and violation ids. Bytes that cannot be understood,
 * fields that this version does not know and texts that are no symbols are dropped. Clocks, times, block ids and positions
 * stay, so that a replay gives the same answers under other names.
 */
public final class Anonymizer {
    private static final String ENGINE = "engine";
    private static final String LIFE = "life";
    private static final String REQUEST = "request";
    private static final String READ = "read";

    private static final Map<String, String> KINDS = Map.of(
            FieldNames.HOLDER, ENGINE,
            FieldNames.READER, ENGINE,
            FieldNames.HOLDER_LIFE, LIFE,
            FieldNames.READER_LIFE, LIFE,
            FieldNames.CLOCK_HOLDER_LIFE, LIFE,
            FieldNames.CLOCK_READER_LIFE, LIFE,
            FieldNames.REQUEST, REQUEST,
            FieldNames.BY, REQUEST,
            FieldNames.READ_REQUEST, READ);
    private static final Set<String> TOLD_HEADERS =
            Set.of(DeadLetter.REASON, DeadLetter.TOPIC, DeadLetter.PARTITION, DeadLetter.OFFSET, DeadLetter.TIMESTAMP);
    private static final Pattern SYMBOL = Pattern.compile("[A-Z][A-Z0-9_]*");

    private final Pseudonyms names;

    /**
     * An anonymizer.
     *
     * @param names the other names
     */
    public Anonymizer(Pseudonyms names) {
        this.names = names;
    }

    /**
     * A record under other names.
     *
     * @param record as it came
     * @return what may be shared
     * @throws IOException if its value cannot be written as JSON and read again
     */
    public StoredRecord anonymized(StoredRecord record) throws IOException {
        Optional<IndexedRecord> value = record.value().isPresent()
                ? Optional.of(renamed(record.value().get(), record.topic()))
                : Optional.empty();
        return new StoredRecord(
                record.topic(),
                record.origin(),
                record.key().map(key -> key(record, text(key), value)),
                record.headers().stream()
                        .filter(header -> isTold(record.topic(), header))
                        .toList(),
                value.<Content>map(Content.Decoded::new).orElseGet(Content.Nothing::new),
                record.refusal().map(refusal -> new Refusal(refusal.reason(), "")));
    }

    private IndexedRecord renamed(IndexedRecord value, Topic topic) throws IOException {
        ObjectNode fields = StoredJson.toJson(value);
        rename(fields);
        return StoredJson.fromJson(fields, topic);
    }

    private static boolean isTold(Topic topic, Header header) {
        return topic == Topic.DEAD_LETTERS && TOLD_HEADERS.contains(header.key());
    }

    private void rename(ObjectNode fields) {
        Set<String> freeTexts = new HashSet<>();
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            String kind = KINDS.get(field.getKey());
            if (field.getValue() instanceof ObjectNode nested) {
                rename(nested);
            } else if (kind != null) {
                field.setValue(TextNode.valueOf(names.of(kind, field.getValue().asText())));
            } else if (field.getKey().equals(FieldNames.REASON)
                    && !SYMBOL.matcher(field.getValue().asText()).matches()) {
                freeTexts.add(field.getKey());
            }
        }
        fields.remove(freeTexts);
        if (fields.has(FieldNames.VIOLATION_ID)) {
            fields.put(FieldNames.VIOLATION_ID, violationId(fields));
        }
    }

    /** As the core composes it. */
    private static String violationId(ObjectNode violation) {
        return CompositeKey.join(List.of(
                        FieldNames.TYPE,
                        FieldNames.HOLDER,
                        FieldNames.HOLDER_LIFE,
                        FieldNames.REQUEST,
                        FieldNames.LEASE_SEQ,
                        FieldNames.READER,
                        FieldNames.READ_REQUEST)
                .stream()
                .map(field -> violation.path(field).asText())
                .toArray(String[]::new));
    }

    private Bytes key(StoredRecord record, String key, Optional<IndexedRecord> renamed) {
        Optional<String> composed = renamed.flatMap(value -> switch (record.topic()) {
            case VERDICTS -> Optional.of(join(value, FieldNames.READER, FieldNames.HOLDER, FieldNames.REQUEST));
            case CLOCK_OFFSETS -> Optional.of(join(value, FieldNames.HOLDER, FieldNames.READER));
            case LEASE_EVENTS, HANDSHAKE_SAMPLES, READ_INTENTS, READ_OUTCOMES, VIOLATIONS, BLOCK_EVENTS, DEAD_LETTERS ->
                Optional.empty();
        });
        return Bytes.wrap(composed.orElseGet(() -> names.of(ENGINE, key)).getBytes(StandardCharsets.UTF_8));
    }

    private static String join(IndexedRecord value, String... fields) {
        String[] ids = new String[fields.length];
        for (int i = 0; i < fields.length; i++) {
            ids[i] = value.get(value.getSchema().getField(fields[i]).pos()).toString();
        }
        return CompositeKey.join(ids);
    }

    private static String text(Bytes key) {
        return new String(key.get(), StandardCharsets.UTF_8);
    }
}
