package dev.kvlease.app.platform.registry;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * One version of a subject.
 *
 * @param subject the subject
 * @param version from 1
 * @param id the schema's id, the same in all subjects
 * @param text the schema in Avro's JSON without insignificant blanks
 * @param deleted whether it is softly deleted: hidden, but its id still resolves
 */
record StoredSchema(String subject, int version, int id, String text, boolean deleted) {
    /**
     * Reads a schema.
     *
     * @param text Avro's JSON
     * @return the schema
     * @throws RegistryError if it is none
     */
    static Schema parse(String text) {
        try {
            return new Schema.Parser().parse(text);
        } catch (SchemaParseException e) {
            throw RegistryError.invalidSchema(String.valueOf(e.getMessage()));
        } catch (AvroRuntimeException e) {
            throw RegistryError.invalidSchema(e.toString());
        }
    }

    Schema schema() {
        return parse(text);
    }

    StoredSchema softlyDeleted() {
        return new StoredSchema(subject, version, id, text, true);
    }

    /**
     * An id that depends on the schema alone.
     *
     * @return the MD5 of the text, as a UUID
     */
    String guid() {
        try {
            byte[] md5 = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            ByteBuffer bytes = ByteBuffer.wrap(md5);
            return new UUID(bytes.getLong(), bytes.getLong()).toString();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has MD5", e);
        }
    }
}
