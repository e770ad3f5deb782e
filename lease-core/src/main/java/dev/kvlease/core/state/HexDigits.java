package dev.kvlease.core.state;

import java.util.HexFormat;

/** Runs of lowercase hexadecimal digits within a text, packed two into a byte. */
final class HexDigits {
    /** A shorter run is not worth its two lengths. */
    static final int FEWEST = 8;

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

    static byte[] pack(String text, int from, int digits) {
        return HEX.parseHex(text, from, from + digits);
    }

    static String unpack(byte[] packed) {
        return HEX.formatHex(packed);
    }
}
