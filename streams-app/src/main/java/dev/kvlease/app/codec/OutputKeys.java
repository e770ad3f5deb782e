package dev.kvlease.app.codec;

import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The composed keys of output records: ids with {@code |} between; {@code %}, {@code |} and control characters of an id
 * are percent-encoded as UTF-8.
 */
public final class OutputKeys {
    private static final char SEPARATOR = '|';
    private static final char ESCAPE = '%';
    private static final int ESCAPE_LENGTH = 3;
    private static final int HEX = 16;

    private OutputKeys() {}

    /**
     * The key of a verdict.
     *
     * @param verdict the verdict
     * @return {@code reader|holder|request}
     */
    public static String of(Verdict verdict) {
        return encode(verdict.reader())
                + SEPARATOR
                + encode(verdict.holder())
                + SEPARATOR
                + encode(verdict.requestId());
    }

    /**
     * The key of a clock offset.
     *
     * @param offset the clock offset
     * @return {@code holder|reader}
     */
    public static String of(ClockOffset offset) {
        return encode(offset.holder()) + SEPARATOR + encode(offset.reader());
    }

    /**
     * Percent-encodes one id.
     *
     * @param id an id
     * @return the id itself if nothing in it needs encoding
     */
    public static String encode(String id) {
        for (int i = 0; i < id.length(); i++) {
            if (needsEscape(id.charAt(i))) {
                return escape(id);
            }
        }
        return id;
    }

    private static boolean needsEscape(char c) {
        return c == SEPARATOR || c == ESCAPE || Character.isISOControl(c);
    }

    private static String escape(String id) {
        StringBuilder out = new StringBuilder(id.length() + 2 * ESCAPE_LENGTH);
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (!needsEscape(c)) {
                out.append(c);
                continue;
            }
            for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                out.append(ESCAPE)
                        .append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xF, HEX)))
                        .append(Character.toUpperCase(Character.forDigit(b & 0xF, HEX)));
            }
        }
        return out.toString();
    }

    /**
     * The first id of a composed key, decoded.
     *
     * @param key a key as it is written, in UTF-8
     * @return the id's UTF-8; the whole key if it is not composed
     */
    public static byte[] firstId(byte[] key) {
        int end = 0;
        boolean escaped = false;
        while (end < key.length && key[end] != SEPARATOR) {
            escaped |= key[end] == ESCAPE;
            end++;
        }
        byte[] id = Arrays.copyOf(key, end);
        return escaped ? unescape(id) : id;
    }

    private static byte[] unescape(byte[] id) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(id.length);
        for (int i = 0; i < id.length; i++) {
            int high = i + 2 < id.length && id[i] == ESCAPE ? Character.digit(id[i + 1], HEX) : -1;
            int low = high >= 0 ? Character.digit(id[i + 2], HEX) : -1;
            if (low < 0) {
                out.write(id[i]);
            } else {
                out.write(high * HEX + low);
                i += ESCAPE_LENGTH - 1;
            }
        }
        return out.toByteArray();
    }
}
