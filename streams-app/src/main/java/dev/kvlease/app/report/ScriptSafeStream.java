package dev.kvlease.app.report;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Passes JSON on so that it may stand inside an HTML element: the characters that could end the element or begin a
 * comment are written as JSON escapes. In JSON they occur in texts only, and in UTF-8 their bytes stand for nothing
 * else, so bytes can be looked at one by one. Closing it only flushes what is below.
 */
final class ScriptSafeStream extends FilterOutputStream {
    ScriptSafeStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int value) throws IOException {
        if (isUnsafe((byte) value)) {
            out.write(escape((byte) value));
        } else {
            out.write(value);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (isUnsafe(bytes[i])) {
                out.write(bytes, from, i - from);
                out.write(escape(bytes[i]));
                from = i + 1;
            }
        }
        out.write(bytes, from, end - from);
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    private static boolean isUnsafe(byte value) {
        return value == '<' || value == '>' || value == '&';
    }

    private static byte[] escape(byte value) {
        return String.format("\\u%04x", (int) value).getBytes(StandardCharsets.US_ASCII);
    }
}
