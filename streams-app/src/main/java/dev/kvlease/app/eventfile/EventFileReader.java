package dev.kvlease.app.eventfile;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads event files: NDJSON with one object {@code {"topic": "lease-events", "timestamp": 1785000000000, "value": {…}}}
 * a line, in any order of its fields. Fields that are not known are ignored, blank lines are skipped, a file compressed
 * with gzip or zstd is unpacked. A line without a timestamp has that of the line before. Lines may tell the {@code partition}
 * and the {@code offset} of their record.
 *
 * <p>Required fields that are missing read as values that the core refuses with a reason. A field of another JSON type
 * than its schema's makes the line malformed.
 *
 * <p>Not thread-safe.
 */
public final class EventFileReader {
    private final EventHandler handler;
    private final MalformedLines malformed;
    private final OffsetCounter offsets = new OffsetCounter();
    private final LineDraft draft = new LineDraft();
    private final PlainLine plain = new PlainLine(draft);
    private final JsonLine general = new JsonLine(draft);

    /**
     * A reader of any number of files.
     *
     * @param handler takes the records
     * @param malformed told of the lines that are none
     */
    public EventFileReader(EventHandler handler, MalformedLines malformed) {
        this.handler = handler;
        this.malformed = malformed;
    }

    /**
     * Reads a stream of no name to its end. Does not close it.
     *
     * @param in the bytes of an event file, UTF-8
     * @throws IOException if the stream cannot be read
     */
    public void read(InputStream in) throws IOException {
        read("", in);
    }

    /**
     * Reads a stream to its end. Does not close it.
     *
     * @param file what the file is called
     * @param in the bytes of an event file, UTF-8
     * @throws IOException if the stream cannot be read
     */
    public void read(String file, InputStream in) throws IOException {
        long line = 1;
        try {
            LineSource lines = new LineSource(Compression.unpacked(in));
            for (; lines.advance(); line++) {
                if (lines.tooLong()) {
                    malformed.malformed(line, "the line is longer than " + (LineSource.MAX_LINE_BYTES >> 20) + " MiB");
                } else if (!isBlank(lines)) {
                    readLine(lines, file, line);
                }
            }
        } catch (DamagedInputException e) {
            malformed.malformed(line, e.getMessage());
        }
    }

    private static boolean isBlank(LineSource lines) {
        byte[] bytes = lines.buffer();
        for (int i = 0; i < lines.length(); i++) {
            byte b = bytes[lines.start() + i];
            if (b != ' ' && b != '\t') {
                return false;
            }
        }
        return true;
    }

    private void readLine(LineSource lines, String file, long line) {
        try {
            parse(lines);
            draft.deliver(handler, offsets, file, line);
        } catch (MalformedLineException e) {
            malformed.malformed(line, e.getMessage());
        } catch (JsonEOFException e) {
            malformed.malformed(line, "the line ends in the middle of its object");
        } catch (JsonProcessingException e) {
            malformed.malformed(line, place(e) + e.getOriginalMessage());
        } catch (IOException e) {
            malformed.malformed(line, e.getMessage());
        }
    }

    /** Where the problem is; a number, text or nesting beyond the parser's limits has no place. */
    private static String place(JsonProcessingException problem) {
        JsonLocation at = problem.getLocation();
        return at == null ? "" : "column " + at.getColumnNr() + ": ";
    }

    private void parse(LineSource lines) throws IOException, MalformedLineException {
        try {
            plain.read(lines.buffer(), lines.start(), lines.length());
        } catch (NotPlainException e) {
            general.read(lines.buffer(), lines.start(), lines.length());
        }
    }
}
