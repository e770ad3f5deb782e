package dev.kvlease.app.eventfile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.kvlease.app.topics.Topic;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Reads event files: NDJSON with one object {@code {"topic": "lease-events", "timestamp": 1785000000000, "value": {…}}}
 * a line, in any order of its fields. Fields that are not known are ignored, blank lines are skipped, a file compressed
 * with gzip is unpacked. A line without a timestamp has that of the line before.
 *
 * <p>Required fields that are missing read as values that the core refuses with a reason. A field of another JSON type
 * than its schema's makes the line malformed.
 *
 * <p>Not thread-safe.
 */
public final class EventFileReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Map<String, Topic> TOPICS =
            Arrays.stream(Topic.values()).collect(Collectors.toUnmodifiableMap(Topic::shortName, topic -> topic));
    private static final int GZIP_MAGIC = 0x1f8b;

    private final EventHandler handler;
    private final MalformedLines malformed;
    private final ValueReader values = new ValueReader();
    private final Map<Topic, Draft> drafts = new EnumMap<>(Map.of(
            Topic.LEASE_EVENTS, new LeaseEventDraft(),
            Topic.HANDSHAKE_SAMPLES, new HandshakeSampleDraft(),
            Topic.READ_INTENTS, new ReadIntentDraft(),
            Topic.READ_OUTCOMES, new ReadOutcomeDraft()));

    private Topic topic;
    private long recordTimeMs;
    private Value value = Value.MISSING;

    private enum Value {
        MISSING,
        NULL,
        TAKEN,
        AHEAD_OF_ITS_TOPIC
    }

    /**
     * A reader of any number of files.
     *
     * @param handler takes the records
     * @param malformed told of the lines that are none
     */
    public EventFileReader(EventHandler handler, MalformedLines malformed) {
        this.handler = handler;
        this.malformed = malformed;
    }

    /**
     * Reads a stream to its end. Does not close it.
     *
     * @param in the bytes of an event file, UTF-8
     * @throws IOException if the stream cannot be read
     */
    public void read(InputStream in) throws IOException {
        LineSource lines = new LineSource(unpacked(in));
        for (long line = 1; lines.advance(); line++) {
            if (lines.tooLong()) {
                malformed.malformed(line, "the line is longer than " + (LineSource.MAX_LINE_BYTES >> 20) + " MiB");
            } else if (!isBlank(lines)) {
                readLine(lines, line);
            }
        }
    }

    private static InputStream unpacked(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(2);
        int magic = buffered.read() << 8 | buffered.read();
        buffered.reset();
        return magic == GZIP_MAGIC ? new GZIPInputStream(buffered, 1 << 16) : buffered;
    }

    private static boolean isBlank(LineSource lines) {
        byte[] bytes = lines.buffer();
        for (int i = 0; i < lines.length(); i++) {
            byte b = bytes[lines.start() + i];
            if (b != ' ' && b != '\t') {
                return false;
            }
        }
        return true;
    }

    private void readLine(LineSource lines, long line) {
        topic = null;
        try {
            parse(lines);
            if (value == Value.AHEAD_OF_ITS_TOPIC && topic != null) {
                parse(lines);
            }
            deliver(new LineInfo(line, recordTimeMs));
        } catch (MalformedLineException e) {
            malformed.malformed(line, e.getMessage());
        } catch (JsonEOFException e) {
            malformed.malformed(line, "the line ends in the middle of its object");
        } catch (JsonProcessingException e) {
            malformed.malformed(line, "column " + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            malformed.malformed(line, e.getMessage());
        }
    }

    private void parse(LineSource lines) throws IOException, MalformedLineException {
        value = Value.MISSING;
        try (JsonParser parser = JSON.createParser(lines.buffer(), lines.start(), lines.length())) {
            values.over(parser);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedLineException("expected an object with topic, timestamp and value");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                field(name, parser);
            }
            if (parser.nextToken() != null) {
                throw new MalformedLineException("expected one object a line, found more behind it");
            }
        }
    }

    private void field(String name, JsonParser parser) throws IOException, MalformedLineException {
        switch (name) {
            case FieldNames.TOPIC -> topic = topicNamed(values.text(name));
            case FieldNames.TIMESTAMP -> {
                long timestamp = values.number(name);
                if (timestamp < 0) {
                    throw new MalformedLineException("timestamp: expected milliseconds of the epoch, found "
                            + (parser.currentToken() == JsonToken.VALUE_NULL ? "null" : timestamp));
                }
                recordTimeMs = timestamp;
            }
            case FieldNames.VALUE -> value(parser);
            default -> values.skip();
        }
    }

    private static Topic topicNamed(String name) throws MalformedLineException {
        Topic named = TOPICS.get(name);
        if (named == null) {
            throw new MalformedLineException("topic: expected lease-events, handshake-samples, read-intents or"
                    + " read-outcomes, found \"" + name + '"');
        }
        return named;
    }

    private void value(JsonParser parser) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            value = Value.NULL;
            return;
        }
        if (token != JsonToken.START_OBJECT) {
            throw values.unexpected(FieldNames.VALUE, "an object or null");
        }
        if (topic == null) {
            value = Value.AHEAD_OF_ITS_TOPIC;
            parser.skipChildren();
            return;
        }
        value = Value.TAKEN;
        Draft draft = drafts.get(topic);
        if (draft == null) {
            parser.skipChildren();
            return;
        }
        draft.clear();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            draft.field(name, values);
        }
    }

    private void deliver(LineInfo at) throws MalformedLineException {
        if (topic == null) {
            throw new MalformedLineException("topic: expected a topic name, found none");
        }
        if (value == Value.MISSING) {
            throw new MalformedLineException("value: expected an object or null, found none");
        }
        Draft draft = drafts.get(topic);
        if (draft == null) {
            handler.outputRecord(topic, at);
        } else if (value == Value.NULL) {
            handler.nullValue(topic, at);
        } else {
            draft.deliver(handler, at);
        }
    }
}
