package dev.kvlease.connect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.kvlease.logs.LogFact;
import dev.kvlease.logs.LogRecord;
import dev.kvlease.logs.Sighting;
import dev.kvlease.records.AvroInputs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.connect.data.Struct;

/** What logs tell, as Kafka gets it. A log tells less than an engine, so most fields stay empty. */
final class LogStructs {
    private static final JsonFactory JSON = new JsonFactory();

    private final AvroStructs structs = new AvroStructs();

    /** A record of the core as a struct of its Avro twin. */
    Struct struct(LogRecord from) {
        return structs.struct(avro(from));
    }

    private static SpecificRecord avro(LogRecord from) {
        if (from instanceof LogRecord.Event made) {
            return AvroInputs.toAvro(made.event());
        }
        if (from instanceof LogRecord.Sample made) {
            return AvroInputs.toAvro(made.sample());
        }
        return AvroInputs.toAvro(((LogRecord.Outcome) from).outcome());
    }

    /** A fact as one JSON object: what it is, where and when it was seen, and its own fields; what is not told is left out. */
    static byte[] json(LogFact fact) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("fact", snake(fact.getClass().getSimpleName()).toUpperCase(Locale.ROOT));
            where(json, fact.at());
            for (RecordComponent field : fact.getClass().getRecordComponents()) {
                write(json, snake(field.getName()), field.getAccessor().invoke(fact));
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record's own field cannot be read", e);
        }
        return bytes.toByteArray();
    }

    private static void where(JsonGenerator json, Sighting at) throws IOException {
        write(json, "engine", at.engine());
        write(json, "process", at.process());
        if (at.time().isKnown()) {
            write(json, "wall_clock_ns", at.time().fromNs());
            write(json, "resolution_ns", at.time().resolutionNs());
        }
    }

    private static void write(JsonGenerator json, String name, Object value) throws IOException {
        if (value instanceof Long number && number != LogFact.UNTOLD) {
            json.writeNumberField(name, number);
        } else if (value instanceof String text && !text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }

    private static String snake(String camel) {
        return camel.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
