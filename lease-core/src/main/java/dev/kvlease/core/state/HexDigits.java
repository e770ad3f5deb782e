package dev.kvlease.core.state;

import java.util.HexFormat;

/** Runs of lowercase hexadecimal digits within a text, packed two into a byte. */
final class HexDigits {
    /** A shorter run is not worth its two lengths. */
    private static final int FEWEST = 8;

    private static final HexFormat HEX = HexFormat.of();

    private HexDigits() {}

    /** How many digits stand from a place on. */
    static int countFrom(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end - from;
    }

    private static boolean isDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    /** Where the first run that is worth it starts; the end of the text if there is none. */
    static int startOfRun(String text) {
        int from = 0;
        while (from < text.length()) {
            int digits = countFrom(text, from);
            if (digits >= FEWEST) {
                return from;
            }
            from += digits + 1;
        }
        return text.length();
    }

    /** Packs an even number of digits into half as many bytes of an array. */
    static void pack(String text, int from, int digits, byte[] into, int at) {
        for (int i = 0; i < digits; i += 2) {
            into[at + i / 2] = (byte) (value(text.charAt(from + i)) << 4 | value(text.charAt(from + i + 1)));
        }
    }

    private static int value(char digit) {
        return digit <= '9' ? digit - '0' : digit - 'a' + 10;
    }

    static String unpack(byte[] packed) {
        return HEX.formatHex(packed);
    }
}
