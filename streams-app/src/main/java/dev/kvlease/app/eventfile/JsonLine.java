package dev.kvlease.app.eventfile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.kvlease.core.common.Absent;
import java.io.IOException;

/** Reads a line of any well-formed JSON. */
final class JsonLine {
    private static final JsonFactory JSON = new JsonFactory();

    private final LineDraft line;
    private final JsonValueReader values = new JsonValueReader();

    JsonLine(LineDraft line) {
        this.line = line;
    }

    void read(byte[] bytes, int start, int length) throws IOException, MalformedLineException {
        line.clear();
        parse(bytes, start, length);
        if (line.isToBeReadAgain()) {
            line.again();
            parse(bytes, start, length);
        }
    }

    private void parse(byte[] bytes, int start, int length) throws IOException, MalformedLineException {
        try (JsonParser parser = JSON.createParser(bytes, start, length)) {
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
            case FieldNames.TOPIC -> line.topic(values.text(name));
            case FieldNames.TIMESTAMP -> {
                long timestamp = values.number(name);
                if (timestamp < 0) {
                    throw new MalformedLineException("timestamp: expected milliseconds of the epoch, found "
                            + (Absent.is(timestamp) ? "null" : timestamp));
                }
                line.recordTimeMs(timestamp);
            }
            case FieldNames.REFUSED -> line.refused(values.text(name));
            case FieldNames.DETAIL -> line.detail(values.text(name));
            case FieldNames.VALUE_BASE64 -> {
                values.skip();
                line.rawValue();
            }
            case FieldNames.PARTITION -> line.partition(values.number(name));
            case FieldNames.OFFSET -> line.offset(values.number(name));
            case FieldNames.VALUE -> value(parser);
            default -> values.skip();
        }
    }

    private void value(JsonParser parser) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            line.nullValue();
            return;
        }
        if (token != JsonToken.START_OBJECT) {
            throw values.unexpected(FieldNames.VALUE, "an object or null");
        }
        if (!line.takesValue()) {
            parser.skipChildren();
            return;
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            line.draft().field(name, values);
        }
    }
}
