package dev.kvlease.app.source;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A temporary file of byte strings, each with its offset in a topic. The place of one in {@link #EVERY} of them is kept in
 * memory, so that reading can begin anywhere.
 */
final class SpoolFile implements Closeable {
    private static final int EVERY = 1_024;
    private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

    private final Path file;
    private final DataOutputStream out;
    private final NavigableMap<Long, Mark> marks = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private long records;
    private long bytes;
    private long last = -1;

    /** Where a record stands, and how many are before it. */
    private record Mark(long position, long before) {}

    SpoolFile(Path file) throws IOException {
        this.file = file;
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    }

    /** Adds a record behind the others; false if its offset is not behind theirs, and nothing is added. */
    boolean add(long offset, byte[] content) throws IOException {
        if (offset <= last) {
            return false;
        }
        if (records % EVERY == 0) {
            marks.put(offset, new Mark(bytes, records));
        }
        out.writeLong(offset);
        out.writeInt(content.length);
        out.write(content);
        last = offset;
        records++;
        bytes += HEAD_BYTES + content.length;
        return true;
    }

    /** Reads from the first record on; closed with the file at the latest. */
    Reader reader() {
        Reader reader = new Reader();
        readers.add(reader);
        return reader;
    }

    @Override
    public void close() throws IOException {
        for (Reader reader : readers) {
            reader.close();
        }
        out.close();
        Files.deleteIfExists(file);
    }

    /** Reads one record after the other; it opens the file when the first is asked for. */
    final class Reader implements Closeable {
        private DataInputStream in;
        private long read;
        private long wanted;
        private long offset;
        private byte[] content = {};

        /** Goes to the next record; false at the end. */
        boolean next() throws IOException {
            do {
                if (read == records) {
                    return false;
                }
                if (in == null) {
                    open(0);
                }
                offset = in.readLong();
                int length = in.readInt();
                if (offset < wanted) {
                    in.skipNBytes(length);
                } else {
                    content = in.readNBytes(length);
                }
                read++;
            } while (offset < wanted);
            return true;
        }

        long offset() {
            return offset;
        }

        byte[] bytes() {
            return content;
        }

        /** Passes over what lies before an offset. */
        void goTo(long first) throws IOException {
            wanted = first;
            Map.Entry<Long, Mark> mark = marks.floorEntry(first);
            read = mark == null ? 0 : mark.getValue().before();
            open(mark == null ? 0 : mark.getValue().position());
        }

        private void open(long position) throws IOException {
            close();
            out.flush();
            FileInputStream bytesOfFile = new FileInputStream(file.toFile());
            try {
                bytesOfFile.getChannel().position(position);
                in = new DataInputStream(new BufferedInputStream(bytesOfFile));
            } catch (IOException e) {
                bytesOfFile.close();
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            if (in != null) {
                in.close();
                in = null;
            }
        }
    }
}
