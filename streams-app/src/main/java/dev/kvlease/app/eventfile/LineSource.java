package dev.kvlease.app.eventfile;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream into lines without copying them: each is a slice of one buffer, valid until the next call. */
public final class LineSource {
    /** A longer line is not taken into memory. An allocation at the limits of semantics.md needs less than 1 MiB. */
    static final int MAX_LINE_BYTES = 16 << 20;

    private static final int INITIAL_BUFFER_BYTES = 256 << 10;

    private final InputStream in;
    private byte[] buffer = new byte[INITIAL_BUFFER_BYTES];
    private int filled;
    private int next;
    private boolean ended;

    private int start;
    private int length;
    private boolean tooLong;

    /**
     * The lines of a stream.
     *
     * @param in its bytes; not closed here
     */
    public LineSource(InputStream in) {
        this.in = in;
    }

    /**
     * The bytes around the line.
     *
     * @return a buffer that is used again
     */
    public byte[] buffer() {
        return buffer;
    }

    /**
     * Where the line begins.
     *
     * @return an index of the buffer
     */
    public int start() {
        return start;
    }

    /**
     * How long the line is, without its end.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    /**
     * Whether the line is longer than 16 MiB; its bytes are not available then.
     *
     * @return true for a line to be passed over
     */
    public boolean tooLong() {
        return tooLong;
    }

    /**
     * Moves to the next line, without its line end.
     *
     * @return false at the end of the stream
     * @throws IOException if it cannot be read
     */
    public boolean advance() throws IOException {
        tooLong = false;
        int from = next;
        while (true) {
            int end = ByteScan.newline(buffer, from, filled);
            if (end >= 0) {
                return line(end, end + 1);
            }
            from = filled;
            if (ended) {
                return filled > next && line(filled, filled);
            }
            if (filled - next > MAX_LINE_BYTES) {
                return skipRest();
            }
            int kept = from - next;
            fill();
            from = next + kept;
        }
    }

    private boolean line(int end, int following) {
        start = next;
        length = end - start;
        if (length > 0 && buffer[end - 1] == '\r') {
            length--;
        }
        tooLong = length > MAX_LINE_BYTES;
        next = following;
        return true;
    }

    /** Makes room behind the unread bytes and reads more. */
    private void fill() throws IOException {
        if (next > 0) {
            System.arraycopy(buffer, next, buffer, 0, filled - next);
            filled -= next;
            next = 0;
        }
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            ended = true;
        } else {
            filled += read;
        }
    }

    private boolean skipRest() throws IOException {
        tooLong = true;
        start = 0;
        length = 0;
        while (true) {
            next = 0;
            filled = 0;
            fill();
            int end = ByteScan.newline(buffer, 0, filled);
            if (end >= 0) {
                next = end + 1;
                return true;
            }
            if (ended) {
                next = filled;
                return true;
            }
        }
    }
}
