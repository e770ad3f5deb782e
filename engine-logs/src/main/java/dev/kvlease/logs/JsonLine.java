package dev.kvlease.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A log line in JSON: one object with the message and its time, under the names that loggers and collectors commonly use.
 *
 * @param message the message, which may be a plain line with a head of its own
 * @param stamp its time
 * @param emitter the pod or container; empty if not told
 * @param process the process name; empty if not told
 * @param pid the process id, or {@link LogFact#UNTOLD}
 */
record JsonLine(String message, Stamp stamp, String emitter, String process, long pid) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final List<String> MESSAGES = List.of("message", "msg", "log", "event");
    private static final List<String> TIMES = List.of("timestamp", "@timestamp", "time", "asctime", "ts", "created");
    private static final List<String> EMITTERS = List.of("kubernetes.pod_name", "pod_name", "pod", "container_name");
    private static final List<String> PROCESSES = List.of("process_name", "processName");
    private static final List<String> PIDS = List.of("process", "pid", "process_id");
    private static final double FIRST_MS = 1e11;
    private static final double FIRST_US = 1e14;
    private static final double FIRST_NS = 1e17;
    private static final double LAST_SECOND = 7e9;
    private static final long NS_PER_US = 1_000;

    /** Reads a line; empty if it is no JSON object with a message. */
    static Optional<JsonLine> parse(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            readObject(parser, "", fields);
        } catch (IOException e) {
            return Optional.empty();
        }
        String message = first(fields, MESSAGES);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new JsonLine(
                message.stripTrailing(),
                stamp(first(fields, TIMES)),
                first(fields, EMITTERS),
                first(fields, PROCESSES),
                pid(first(fields, PIDS))));
    }

    private static void readObject(JsonParser parser, String prefix, Map<String, String> fields) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = prefix + parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.START_OBJECT && prefix.isEmpty()) {
                readObject(parser, name + ".", fields);
            } else if (value.isStructStart()) {
                parser.skipChildren();
            } else {
                fields.putIfAbsent(name, parser.getText());
            }
        }
    }

    private static String first(Map<String, String> fields, List<String> names) {
        for (String name : names) {
            String value = fields.getOrDefault(name, "");
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    private static long pid(String text) {
        boolean number = !text.isEmpty() && text.length() < 18 && text.chars().allMatch(Character::isDigit);
        return number ? Long.parseLong(text) : LogFact.UNTOLD;
    }

    private static Stamp stamp(String text) {
        if (text.isEmpty() || text.indexOf(':') >= 0) {
            return LineHead.stamp(text);
        }
        try {
            return epoch(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return Stamp.NONE;
        }
    }

    /** Seconds, or finer units if the number is too large for seconds. A double is good for microseconds. */
    private static Stamp epoch(double value) {
        if (value >= FIRST_NS) {
            return value < Long.MAX_VALUE ? new Stamp.Epoch((long) value, NS_PER_US) : Stamp.NONE;
        }
        if (value >= FIRST_US) {
            return new Stamp.Epoch(Math.round(value) * NS_PER_US, NS_PER_US);
        }
        if (value >= FIRST_MS) {
            return new Stamp.Epoch(Math.round(value * 1e3) * NS_PER_US, NS_PER_US * 1_000);
        }
        boolean seconds = value > 0 && value < LAST_SECOND;
        return seconds ? new Stamp.Epoch(Math.round(value * 1e6) * NS_PER_US, NS_PER_US * 1_000) : Stamp.NONE;
    }
}
