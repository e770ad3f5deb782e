package dev.kvlease.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.feed.Feed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** What instances have said, put together: the newest verdicts and violations, and counts by the second. */
final class LiveView {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Deque<JsonNode> verdicts = new ArrayDeque<>();
    private final Deque<JsonNode> violations = new ArrayDeque<>();
    private final TreeMap<Long, Map<String, ObjectNode>> seconds = new TreeMap<>();
    private final ArrayNode instances = JSON.createArrayNode();
    private long missedVerdicts;
    private long inputPartitions;

    /** Takes what an instance said. */
    void add(JsonNode said) {
        keep(said.path("verdicts"), verdicts, Feed.VERDICTS_KEPT);
        keep(said.path("violations"), violations, Feed.VIOLATIONS_KEPT);
        said.path("seconds").forEach(second -> {
            long at = second.path("at_ms").asLong() / 1_000;
            second.path("counts").forEach(count -> count(at, count));
        });
        while (seconds.size() > Feed.SECONDS_KEPT) {
            seconds.pollFirstEntry();
        }
        missedVerdicts += said.path("missed_verdicts").asLong();
        inputPartitions =
                Math.max(inputPartitions, said.path("input_partitions").asLong());
    }

    private static void keep(JsonNode items, Deque<JsonNode> kept, int most) {
        items.forEach(kept::addLast);
        while (kept.size() > most) {
            kept.removeFirst();
        }
    }

    private void count(long at, JsonNode count) {
        String kind = count.path("told").asText() + " " + count.path("reason").asText();
        ObjectNode sum = seconds.computeIfAbsent(at, second -> new TreeMap<>())
                .computeIfAbsent(kind, first -> ((ObjectNode) count.deepCopy()).put("count", 0));
        sum.put("count", sum.path("count").asLong() + count.path("count").asLong());
    }

    /** Says of an instance that what it said is in this view. */
    void shows(String address, JsonNode said) {
        ObjectNode instance = instances.addObject().put("address", address).put("shown", true);
        instance.put("state", said.path("state").asText());
        instance.set("partitions", said.path("partitions"));
    }

    /** Says of an instance, or of the others, that what they said is not in this view. */
    void lacks(String address, String why) {
        instances.addObject().put("address", address).put("shown", false).put("why", why);
    }

    /** Puts the newer view behind this one; which instances are shown is as there. */
    void add(LiveView newer) {
        keep(array(newer.verdicts), verdicts, Feed.VERDICTS_KEPT);
        keep(array(newer.violations), violations, Feed.VIOLATIONS_KEPT);
        newer.seconds.forEach((at, counts) -> counts.values().forEach(count -> count(at, count)));
        while (seconds.size() > Feed.SECONDS_KEPT) {
            seconds.pollFirstEntry();
        }
        missedVerdicts += newer.missedVerdicts;
        inputPartitions = Math.max(inputPartitions, newer.inputPartitions);
        instances.removeAll();
        instances.addAll(newer.instances);
    }

    private static ArrayNode array(Iterable<? extends JsonNode> items) {
        ArrayNode array = JSON.createArrayNode();
        items.forEach(array::add);
        return array;
    }

    byte[] json(long nowMs) {
        ObjectNode view = JSON.createObjectNode().put("at_ms", nowMs).put("input_partitions", inputPartitions);
        view.set("instances", instances.deepCopy());
        view.put("missed_verdicts", missedVerdicts);
        ArrayNode list = view.putArray("seconds");
        seconds.forEach((at, counts) -> {
            ObjectNode second = list.addObject().put("at_s", at);
            second.set("counts", array(counts.values()));
        });
        view.set("verdicts", array(verdicts));
        view.set("violations", array(violations));
        try {
            return JSON.writeValueAsBytes(view);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
