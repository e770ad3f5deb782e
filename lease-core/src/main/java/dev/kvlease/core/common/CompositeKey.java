package dev.kvlease.core.common;

/** Ids joined into one text that can be taken apart again: {@code |} between them, percent-encoded inside them. */
public final class CompositeKey {
    private CompositeKey() {}

    /**
     * Joins ids.
     *
     * @param parts the ids; {@code %}, {@code |} and control characters in them are percent-encoded
     * @return for example {@code reader|holder|request}
     */
    public static String join(String... parts) {
        StringBuilder key = new StringBuilder(parts.length * 16);
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                key.append('|');
            }
            append(parts[i], key);
        }
        return key.toString();
    }

    private static void append(String part, StringBuilder key) {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '%' || c == '|' || c < 0x20 || c == 0x7f) {
                key.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            } else {
                key.append(c);
            }
        }
    }
}
