package dev.kvlease.app.source;

import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.header.Header;

/** The Avro form of records with their places: one container file for each schema of each topic. */
public final class AvroForm {
    /** Metadata of a container file: the topic's short name. */
    public static final String TOPIC = "kvlease.topic";

    static final String NAME = "dev.kvlease.export.StoredRecord";
    static final String POSITION = "position";
    static final String PARTITION = "partition";
    static final String OFFSET = "offset";
    static final String TIMESTAMP = "timestamp_ms";
    static final String KEY = "key";
    static final String HEADERS = "headers";
    static final String HEADER_NAME = "name";
    static final String REFUSED = "refused";
    static final String DETAIL = "detail";
    static final String VALUE = "value";

    private static final Schema BYTES = Schema.create(Schema.Type.BYTES);
    private static final Schema NULL = Schema.create(Schema.Type.NULL);
    private static final Schema TEXT = Schema.create(Schema.Type.STRING);

    /** A header. */
    static final Schema HEADER = SchemaBuilder.record("dev.kvlease.export.Header")
            .fields()
            .requiredString(HEADER_NAME)
            .name(VALUE)
            .type(Schema.createUnion(NULL, BYTES))
            .noDefault()
            .endRecord();

    private AvroForm() {}

    /**
     * The schema of a file.
     *
     * @param value the schema of its values
     * @return a record around them
     */
    public static Schema around(Schema value) {
        return around(Schema.createUnion(NULL, BYTES, value), "A record of a topic of kvlease, with its place there.");
    }

    /**
     * The schema of a file of raw bytes.
     *
     * @return a record around them
     */
    public static Schema aroundBytes() {
        return around(Schema.createUnion(NULL, BYTES), "A record of a topic of kvlease without a schema.");
    }

    private static Schema around(Schema value, String doc) {
        return SchemaBuilder.record(NAME)
                .doc(doc)
                .fields()
                .name(POSITION)
                .doc("Its place among all records of the export, from 1.")
                .type()
                .longType()
                .noDefault()
                .requiredInt(PARTITION)
                .requiredLong(OFFSET)
                .requiredLong(TIMESTAMP)
                .name(KEY)
                .type(Schema.createUnion(NULL, BYTES))
                .noDefault()
                .name(HEADERS)
                .type(Schema.createArray(HEADER))
                .noDefault()
                .name(REFUSED)
                .doc("Why the stream puts it aside; null for a good record.")
                .type(Schema.createUnion(NULL, TEXT))
                .noDefault()
                .name(DETAIL)
                .type(Schema.createUnion(NULL, TEXT))
                .noDefault()
                .name(VALUE)
                .type(value)
                .noDefault()
                .endRecord();
    }

    /**
     * A record with its place around it.
     *
     * @param position its place among all records of the export, from 1
     * @param record the record
     * @param schema of this form
     * @return the record to write
     */
    public static GenericRecord wrapped(long position, StoredRecord record, Schema schema) {
        GenericRecord wrapper = new GenericData.Record(schema);
        wrapper.put(POSITION, position);
        wrapper.put(PARTITION, record.origin().partition());
        wrapper.put(OFFSET, record.origin().offset());
        wrapper.put(TIMESTAMP, record.origin().recordTimeMs());
        wrapper.put(KEY, record.key().map(key -> ByteBuffer.wrap(key.get())).orElse(null));
        wrapper.put(HEADERS, record.headers().stream().map(AvroForm::wrapped).toList());
        wrapper.put(
                REFUSED,
                record.refusal().map(refusal -> refusal.reason().name()).orElse(null));
        wrapper.put(DETAIL, record.refusal().map(Refusal::detail).orElse(null));
        wrapper.put(VALUE, valueOf(record));
        return wrapper;
    }

    private static Object valueOf(StoredRecord record) {
        if (record.content() instanceof Content.Decoded decoded) {
            return decoded.record();
        }
        return record.content() instanceof Content.Raw raw
                ? ByteBuffer.wrap(raw.bytes().get())
                : null;
    }

    private static GenericRecord wrapped(Header header) {
        GenericRecord wrapper = new GenericData.Record(HEADER);
        wrapper.put(HEADER_NAME, header.key());
        wrapper.put(VALUE, header.value() == null ? null : ByteBuffer.wrap(header.value()));
        return wrapper;
    }
}
