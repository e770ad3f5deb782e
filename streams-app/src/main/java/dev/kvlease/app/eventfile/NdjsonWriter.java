package dev.kvlease.app.eventfile;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.kvlease.core.common.Absent;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes objects, one a line. What is absent is left out. Failures of the stream are thrown as
 * {@link UncheckedIOException}, because what follows from a record is handed over where nothing can be thrown.
 */
public final class NdjsonWriter implements Closeable {
    private static final JsonFactory JSON =
            new JsonFactoryBuilder().rootValueSeparator((String) null).build();

    private final JsonGenerator generator;
    /** The names of fields as they are written: there are few, and each is escaped once. */
    private final Map<String, SerializableString> names = new HashMap<>();

    /**
     * A writer onto a stream, which it closes.
     *
     * @param out where the lines go, UTF-8
     * @throws IOException if the stream cannot be written
     */
    public NdjsonWriter(OutputStream out) throws IOException {
        generator = JSON.createGenerator(out, JsonEncoding.UTF8);
    }

    private void name(String field) throws IOException {
        SerializableString name = names.get(field);
        if (name == null) {
            name = new SerializedString(field);
            names.put(field, name);
        }
        generator.writeFieldName(name);
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins a line. */
    public void beginLine() {
        run(generator::writeStartObject);
    }

    /** Ends a line. */
    public void endLine() {
        run(() -> {
            generator.writeEndObject();
            generator.writeRaw('\n');
        });
    }

    /**
     * Begins an object as the value of a field.
     *
     * @param field the field's name
     */
    public void beginObject(String field) {
        run(() -> {
            name(field);
            generator.writeStartObject();
        });
    }

    /**
     * Begins a list as the value of a field.
     *
     * @param field the field's name
     */
    public void beginArray(String field) {
        run(() -> {
            name(field);
            generator.writeStartArray();
        });
    }

    /** Begins an object as an element of a list. */
    public void beginElement() {
        run(generator::writeStartObject);
    }

    /** Ends the list begun last. */
    public void endArray() {
        run(generator::writeEndArray);
    }

    /**
     * Writes a list of texts.
     *
     * @param field the field's name
     * @param values the texts
     */
    public void texts(String field, List<String> values) {
        beginArray(field);
        values.forEach(value -> run(() -> generator.writeString(value)));
        endArray();
    }

    /** Ends the object begun last. */
    public void endObject() {
        run(generator::writeEndObject);
    }

    /**
     * Writes a text, unless it is empty.
     *
     * @param field the field's name
     * @param value the text
     */
    public void text(String field, String value) {
        if (!value.isEmpty()) {
            run(() -> {
                name(field);
                generator.writeString(value);
            });
        }
    }

    /**
     * Writes a symbol.
     *
     * @param field the field's name
     * @param value the symbol
     */
    public void symbol(String field, Enum<?> value) {
        run(() -> {
            name(field);
            generator.writeString(value.name());
        });
    }

    /**
     * Writes a number, unless it is absent.
     *
     * @param field the field's name
     * @param value the number, or {@link Absent#LONG}
     */
    public void number(String field, long value) {
        if (!Absent.is(value)) {
            run(() -> {
                name(field);
                generator.writeNumber(value);
            });
        }
    }

    /**
     * Writes a truth value.
     *
     * @param field the field's name
     * @param value the value
     */
    public void flag(String field, boolean value) {
        run(() -> {
            name(field);
            generator.writeBoolean(value);
        });
    }

    /**
     * Writes a list of integers.
     *
     * @param field the field's name
     * @param values the integers
     */
    public void list(String field, int[] values) {
        run(() -> {
            name(field);
            generator.writeArray(values, 0, values.length);
        });
    }

    /**
     * Writes a list of lists of integers.
     *
     * @param field the field's name
     * @param values the lists
     */
    public void listOfLists(String field, int[][] values) {
        run(() -> {
            name(field);
            generator.writeStartArray();
            for (int[] inner : values) {
                generator.writeArray(inner, 0, inner.length);
            }
            generator.writeEndArray();
        });
    }

    /** Hands everything written so far to the stream. */
    public void flush() {
        run(generator::flush);
    }

    @Override
    public void close() throws IOException {
        generator.close();
    }
}
