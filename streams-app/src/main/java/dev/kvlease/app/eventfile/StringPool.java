package dev.kvlease.app.eventfile;

/**
 * Gives equal texts the same string. Ids repeat from line to line; a fixed number of the latest is kept, so that a file
 * with many requests costs no more memory than one with few.
 */
final class StringPool {
    private static final int SLOTS = 1 << 14;
    private static final int LONGEST = 128;

    private final String[] slots = new String[SLOTS];

    String get(char[] text, int offset, int length) {
        if (length == 0) {
            return "";
        }
        if (length > LONGEST) {
            return new String(text, offset, length);
        }
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + text[offset + i];
        }
        int slot = (hash ^ (hash >>> 14) ^ (hash >>> 28)) & (SLOTS - 1);
        String known = slots[slot];
        if (known != null && known.length() == length && same(known, text, offset)) {
            return known;
        }
        String fresh = new String(text, offset, length);
        slots[slot] = fresh;
        return fresh;
    }

    private static boolean same(String known, char[] text, int offset) {
        for (int i = 0; i < known.length(); i++) {
            if (known.charAt(i) != text[offset + i]) {
                return false;
            }
        }
        return true;
    }
}
