package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.serde.UndecodableRecordException.Problem;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Where a record says which schema it was written with. */
final class WireFormat {
    /** Bytes before the Avro data. */
    static final int PREFIX_BYTES = 5;

    static final String KEY_HEADER = "__key_schema_id";
    static final String VALUE_HEADER = "__value_schema_id";

    private static final byte MAGIC_ID = 0;
    private static final byte MAGIC_GUID = 1;
    private static final int GUID_BYTES = 17;

    private WireFormat() {}

    static byte[] prefix(int id) {
        return ByteBuffer.allocate(PREFIX_BYTES).put(MAGIC_ID).putInt(id).array();
    }

    /** The id in front of the data; the data starts at {@link #PREFIX_BYTES}. */
    static int id(byte[] data) {
        if (data.length < PREFIX_BYTES || data[0] != MAGIC_ID) {
            throw new UndecodableRecordException(
                    Problem.NOT_WIRE_FORMAT,
                    "Not Confluent's wire format: " + data.length + " bytes"
                            + (data.length == 0 ? "" : ", the first is " + data[0] + " instead of 0")
                            + ". The producer must use a schema registry serializer.");
        }
        return ((data[1] & 0xff) << 24) | ((data[2] & 0xff) << 16) | ((data[3] & 0xff) << 8) | (data[4] & 0xff);
    }

    /** The header that carries the schema, or null; then the data has no prefix. */
    static Header schemaHeader(Headers headers, boolean isKey) {
        Header header = headers.lastHeader(isKey ? KEY_HEADER : VALUE_HEADER);
        return header == null || header.value() == null ? null : header;
    }

    /** What the header names: an Integer id or a UUID. */
    static Object schemaKey(Header header) {
        byte[] value = header.value();
        if (value.length == PREFIX_BYTES && value[0] == MAGIC_ID) {
            return id(value);
        }
        if (value.length == GUID_BYTES && value[0] == MAGIC_GUID) {
            ByteBuffer guid = ByteBuffer.wrap(value, 1, GUID_BYTES - 1);
            return new UUID(guid.getLong(), guid.getLong());
        }
        throw new UndecodableRecordException(
                Problem.NOT_WIRE_FORMAT,
                "The header " + header.key() + " (" + value.length + " bytes) is neither a schema id nor a GUID");
    }
}
