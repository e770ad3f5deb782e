package dev.kvlease.core.common;

/** What counts as an id (semantics.md, Limits). */
public final class Ids {
    private Ids() {}

    /**
     * Tells whether a text is a usable id: not empty, at most {@link Constants#MAX_ID_BYTES} bytes of UTF-8, without
     * control characters and lone surrogates.
     *
     * @param id a text
     * @return true if it is a usable id
     */
    public static boolean isValid(String id) {
        int length = id.length();
        if (length == 0 || length > Constants.MAX_ID_BYTES) {
            return false;
        }
        int plain = 0;
        while (plain < length && isPlain(id.charAt(plain))) {
            plain++;
        }
        return plain == length || isValidFrom(id, plain);
    }

    /** Whether a character is printable ASCII, as nearly all are. */
    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7f;
    }

    private static boolean isValidFrom(String id, int plain) {
        int length = id.length();
        int bytes = plain;
        for (int i = plain; i < length; i++) {
            char c = id.charAt(i);
            if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
                return false;
            }
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(id.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                return false;
            }
        }
        return bytes <= Constants.MAX_ID_BYTES;
    }
}
