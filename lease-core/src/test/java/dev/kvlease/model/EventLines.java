package dev.kvlease.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Event files as the tests need them: lines to records and back. */
public final class EventLines {
    private static final ObjectMapper JSON = new ObjectMapper();

    private EventLines() {}

    /** Reads one line of an event file. */
    public static PlainRecord.Stamped parse(String line) {
        JsonNode node = tree(line);
        JsonNode value = node.get("value");
        PlainRecord parsed =
                switch (node.get("topic").asText()) {
                    case "lease-events" -> event(value);
                    case "handshake-samples" -> sample(value);
                    case "read-intents" -> intent(value);
                    case "read-outcomes" -> outcome(value);
                    default -> throw new IllegalArgumentException("no such topic: " + line);
                };
        return new PlainRecord.Stamped(node.get("timestamp").asLong(), parsed);
    }

    static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + line, e);
        }
    }

    private static PlainRecord event(JsonNode v) {
        return new PlainRecord.Event(
                text(v, "type"),
                text(v, "holder_engine_id"),
                text(v, "holder_incarnation"),
                v.path("seq").asLong(),
                v.path("engine_clock_ns").asLong(),
                text(v, "request_id"),
                blocks(v, "block_ids"),
                v.hasNonNull("shared_prefix_blocks") ? ints(v.get("shared_prefix_blocks")) : null,
                number(v, "expiry_ns"),
                number(v, "max_reads"),
                number(v, "num_tokens"),
                number(v, "num_blocks"),
                text(v, "reason"));
    }

    private static PlainRecord sample(JsonNode v) {
        return new PlainRecord.Sample(
                text(v, "reader_engine_id"),
                text(v, "reader_incarnation"),
                text(v, "holder_engine_id"),
                text(v, "holder_incarnation"),
                v.path("rank").asInt(),
                v.path("sent_ns").asLong(),
                v.path("remote_ns").asLong(),
                v.path("received_ns").asLong());
    }

    private static PlainRecord intent(JsonNode v) {
        return new PlainRecord.Intent(
                text(v, "reader_engine_id"),
                text(v, "reader_incarnation"),
                text(v, "holder_engine_id"),
                text(v, "holder_incarnation"),
                text(v, "request_id"),
                text(v, "read_request_id"),
                blocks(v, "block_ids"),
                v.path("num_local_blocks").asLong(),
                number(v, "now_ns"),
                number(v, "expiry_ns"));
    }

    private static PlainRecord outcome(JsonNode v) {
        return new PlainRecord.Outcome(
                text(v, "reader_engine_id"),
                text(v, "reader_incarnation"),
                text(v, "holder_engine_id"),
                text(v, "holder_incarnation"),
                text(v, "request_id"),
                text(v, "read_request_id"),
                number(v, "lease_seq"),
                text(v, "status"),
                v.path("started_ns").asLong(),
                v.path("finished_ns").asLong());
    }

    static String text(JsonNode v, String field) {
        return v.hasNonNull(field) ? v.get(field).asText() : null;
    }

    static Long number(JsonNode v, String field) {
        return v.hasNonNull(field) ? v.get(field).asLong() : null;
    }

    private static List<List<Integer>> blocks(JsonNode v, String field) {
        if (!v.hasNonNull(field)) {
            return null;
        }
        List<List<Integer>> groups = new ArrayList<>();
        v.get(field).forEach(group -> groups.add(ints(group)));
        return groups;
    }

    private static List<Integer> ints(JsonNode array) {
        List<Integer> ints = new ArrayList<>();
        array.forEach(n -> ints.add(n.asInt()));
        return ints;
    }

    /** Writes records as lines of an event file. */
    public static String print(List<PlainRecord.Stamped> records) {
        return records.stream().map(EventLines::print).collect(Collectors.joining("\n"));
    }

    private static String print(PlainRecord.Stamped record) {
        ObjectNode value = JSON.createObjectNode();
        ObjectNode line = JSON.createObjectNode();
        line.put("topic", fill(record.value(), value));
        line.put("timestamp", record.recordTimeMs());
        return line.set("value", value).toString();
    }

    /** Fills in the fields that are not null and answers the topic. */
    private static String fill(PlainRecord record, ObjectNode v) {
        if (record instanceof PlainRecord.Event e) {
            put(v, "type", e.type(), "holder_engine_id", e.holder(), "holder_incarnation", e.life());
            v.put("seq", e.seq()).put("engine_clock_ns", e.clockNs());
            put(v, "request_id", e.request(), "block_ids", e.blocks(), "shared_prefix_blocks", e.shared());
            put(v, "expiry_ns", e.expiryNs(), "max_reads", e.maxReads(), "num_tokens", e.numTokens());
            put(v, "num_blocks", e.numBlocks(), "reason", e.reason());
            return "lease-events";
        }
        if (record instanceof PlainRecord.Sample s) {
            put(v, "reader_engine_id", s.reader(), "reader_incarnation", s.readerLife());
            put(v, "holder_engine_id", s.holder(), "holder_incarnation", s.holderLife());
            v.put("rank", s.rank()).put("sent_ns", s.sentNs());
            v.put("remote_ns", s.remoteNs()).put("received_ns", s.receivedNs());
            return "handshake-samples";
        }
        if (record instanceof PlainRecord.Intent i) {
            put(v, "reader_engine_id", i.reader(), "reader_incarnation", i.readerLife());
            put(v, "holder_engine_id", i.holder(), "holder_incarnation", i.holderLife());
            put(v, "request_id", i.request(), "read_request_id", i.read(), "block_ids", i.blocks());
            put(v, "num_local_blocks", i.numLocalBlocks(), "now_ns", i.nowNs(), "expiry_ns", i.expiryNs());
            return "read-intents";
        }
        PlainRecord.Outcome o = (PlainRecord.Outcome) record;
        put(v, "reader_engine_id", o.reader(), "reader_incarnation", o.readerLife());
        put(v, "holder_engine_id", o.holder(), "holder_incarnation", o.holderLife());
        put(v, "request_id", o.request(), "read_request_id", o.read(), "lease_seq", o.leaseSeq());
        put(v, "status", o.status(), "started_ns", o.startedNs(), "finished_ns", o.finishedNs());
        return "read-outcomes";
    }

    private static void put(ObjectNode node, Object... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            Object value = namesAndValues[i + 1];
            if (value instanceof List<?> list) {
                ArrayNode array = JSON.valueToTree(list);
                node.set(name, array);
            } else if (value instanceof Long number) {
                node.put(name, number);
            } else if (value != null) {
                node.put(name, value.toString());
            }
        }
    }
}
