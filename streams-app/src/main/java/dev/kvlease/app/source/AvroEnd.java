package dev.kvlease.app.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Tells whether an Avro container file is whole. Avro's own reader takes a file that is cut off within a block for one that
 * ends before it; a whole one ends with the marker that its head names.
 */
final class AvroEnd {
    private static final int MAGIC_BYTES = 4;
    private static final int MARKER_BYTES = 16;

    private AvroEnd() {}

    static boolean isWhole(Path file) throws IOException {
        byte[] end = new byte[MARKER_BYTES];
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            if (bytes.length() < MAGIC_BYTES + MARKER_BYTES) {
                return false;
            }
            bytes.seek(bytes.length() - MARKER_BYTES);
            bytes.readFully(end);
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(MAGIC_BYTES);
            return Arrays.equals(marker(DecoderFactory.get().binaryDecoder(in, null)), end);
        } catch (IOException | AvroRuntimeException e) {
            return false;
        }
    }

    private static byte[] marker(BinaryDecoder head) throws IOException {
        for (long entries = head.readMapStart(); entries > 0; entries = head.mapNext()) {
            for (long i = 0; i < entries; i++) {
                head.skipString();
                head.skipBytes();
            }
        }
        byte[] marker = new byte[MARKER_BYTES];
        head.readFixed(marker);
        return marker;
    }
}
