package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.OffsetCounter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicSchemas;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.utils.Bytes;

/**
 * The records of an Avro container file: of {@link AvroForm}, or of a topic's own records, which then count as the next ones
 * of partition 0, without a time.
 */
final class AvroFileStream implements RecordStream {
    private final String file;
    private final GenericData model;
    private final ReadingProblems problems;
    private final OffsetCounter offsets;
    private final InputStream in;
    private Optional<DataFileStream<IndexedRecord>> container = Optional.empty();
    private Topic topic = Topic.LEASE_EVENTS;
    private boolean wrapped;
    private final boolean whole;
    private boolean ended;
    private long records;

    /**
     * Opens a file.
     *
     * @param path where it is
     * @param in its bytes; closed with this
     * @param model makes the values: specific for a replay, generic to keep them as they were written
     * @param offsets gives places to records that tell none
     * @param problems told if the file, or a part of it, cannot be read
     * @throws IOException if it cannot be read at all
     */
    AvroFileStream(Path path, InputStream in, GenericData model, OffsetCounter offsets, ReadingProblems problems)
            throws IOException {
        this.file = path.toString();
        this.whole = AvroEnd.isWhole(path);
        this.in = in;
        this.model = model;
        this.offsets = offsets;
        this.problems = problems;
        open();
    }

    private void open() {
        try {
            GenericDatumReader<IndexedRecord> reader = model instanceof SpecificData specific
                    ? new SpecificDatumReader<>(specific)
                    : new GenericDatumReader<>(null, null, model);
            DataFileStream<IndexedRecord> opened = new DataFileStream<>(in, reader);
            container = Optional.of(opened);
            Schema written = opened.getSchema();
            wrapped = written.getFullName().equals(AvroForm.NAME);
            Optional<Topic> found = topicOf(opened, written);
            if (found.isEmpty()) {
                end("it holds records of " + written.getFullName() + "; expected " + known());
                return;
            }
            topic = found.get();
            expected().ifPresent(reader::setExpected);
        } catch (IOException | AvroRuntimeException e) {
            end("it is no Avro container file, or its head is damaged (" + said(e) + ")");
        }
    }

    private static String known() {
        return Arrays.stream(Topic.values())
                .flatMap(each -> TopicSchemas.valueSchema(each).stream())
                .map(Schema::getName)
                .collect(Collectors.joining(", "));
    }

    private static String said(Exception e) {
        Throwable root = e.getCause() == null ? e : e.getCause();
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    private Optional<Topic> topicOf(DataFileStream<IndexedRecord> opened, Schema written) {
        String named = opened.getMetaString(AvroForm.TOPIC);
        String record = wrapped ? valueName(written) : written.getFullName();
        return Arrays.stream(Topic.values())
                .filter(each -> each.shortName().equals(named)
                        || TopicSchemas.valueSchema(each)
                                .filter(schema -> schema.getFullName().equals(record))
                                .isPresent())
                .findFirst();
    }

    private static String valueName(Schema wrapper) {
        return wrapper.getField(AvroForm.VALUE).schema().getTypes().stream()
                .filter(type -> type.getType() == Schema.Type.RECORD)
                .map(Schema::getFullName)
                .findFirst()
                .orElse("");
    }

    /** A replay reads values into their own classes, whatever the version that wrote them. */
    private Optional<Schema> expected() {
        if (!(model instanceof SpecificData specific)) {
            return Optional.empty();
        }
        Optional<Schema> own = TopicSchemas.valueClass(topic).map(specific::getSchema);
        return wrapped ? Optional.of(own.map(AvroForm::around).orElseGet(AvroForm::aroundBytes)) : own;
    }

    /** Whether its records tell their place among those of other files of the same export. */
    boolean isPositioned() {
        return wrapped;
    }

    @Override
    public Optional<StoredRecord> next() {
        if (ended || container.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (!container.get().hasNext()) {
                if (whole) {
                    ended = true;
                } else {
                    end("the file is cut off here; what came before has been read");
                }
                return Optional.empty();
            }
            IndexedRecord read = container.get().next();
            records++;
            return Optional.of(wrapped ? unwrapped((GenericRecord) read) : plain(read));
        } catch (RuntimeException e) {
            end("the file is damaged here (" + said(e) + "); what came before has been read");
            return Optional.empty();
        }
    }

    private void end(String problem) {
        ended = true;
        problems.found(file, records + 1, problem);
    }

    private StoredRecord plain(IndexedRecord value) {
        Origin origin = new Origin(file, records, 0, offsets.offset(topic, 0, OffsetCounter.UNTOLD), 0);
        Optional<Bytes> key = StoredJson.usualKey(topic, Optional.of(value));
        return new StoredRecord(topic, origin, key, List.of(), new Content.Decoded(value), Optional.empty());
    }

    private StoredRecord unwrapped(GenericRecord read) {
        int partition = (Integer) read.get(AvroForm.PARTITION);
        long offset = (Long) read.get(AvroForm.OFFSET);
        Origin origin = new Origin(
                file, (Long) read.get(AvroForm.POSITION), partition, offsets.offset(topic, partition, offset), (Long)
                        read.get(AvroForm.TIMESTAMP));
        return new StoredRecord(
                topic,
                origin,
                Optional.ofNullable(read.get(AvroForm.KEY)).map(AvroFileStream::bytes),
                headers(read),
                content(read.get(AvroForm.VALUE)),
                Optional.ofNullable(read.get(AvroForm.REFUSED))
                        .map(reason -> new Refusal(
                                DeadLetterReason.named(reason.toString()), text(read.get(AvroForm.DETAIL)))));
    }

    private static Content content(Object value) {
        if (value == null) {
            return new Content.Nothing();
        }
        return value instanceof IndexedRecord record ? new Content.Decoded(record) : new Content.Raw(bytes(value));
    }

    private static List<Header> headers(GenericRecord read) {
        List<Header> headers = new ArrayList<>();
        for (Object each : (Iterable<?>) read.get(AvroForm.HEADERS)) {
            GenericRecord header = (GenericRecord) each;
            Object value = header.get(AvroForm.VALUE);
            headers.add(new RecordHeader(
                    text(header.get(AvroForm.HEADER_NAME)),
                    value == null ? null : bytes(value).get()));
        }
        return headers;
    }

    private static Bytes bytes(Object value) {
        ByteBuffer buffer = ((ByteBuffer) value).duplicate();
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        return Bytes.wrap(copy);
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    @Override
    public void close() throws IOException {
        if (container.isPresent()) {
            container.get().close();
        }
        in.close();
    }
}
