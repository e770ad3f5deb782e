package dev.kvlease.app.eventfile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The names of fields. Whoever writes lines writes their fields in one order, so the name that came behind the last one
 * before is likely to come again: it is compared with the bytes, and neither searched for nor looked up.
 */
final class NameGuess {
    private static final int MOST_GUESSED = 64;

    private static final class Name {
        private final byte[] bytes;
        private final String text;
        /** What came behind it last, itself at first. */
        private Name following = this;

        private Name(String text) {
            this.text = text;
            this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private final StringPool pool = new StringPool();
    /** The names seen first; those beyond are not guessed. */
    private final Map<String, Name> known = new HashMap<>();

    private Name last = new Name("");

    /** How long the guessed name is if it stands here with a quote behind it, else 0. */
    int guessedLength(byte[] line, int from, int end) {
        byte[] guess = last.following.bytes;
        int quote = from + guess.length;
        boolean right = quote < end && line[quote] == '"' && Arrays.equals(guess, 0, guess.length, line, from, quote);
        return right ? guess.length : 0;
    }

    /** The guessed name, which stands here. */
    String takeGuess() {
        last = last.following;
        return last.text;
    }

    /** The name of these bytes, ASCII; it is guessed when the name before it comes again. */
    String take(byte[] line, int from, int to) {
        String text = pool.get(line, from, to);
        Name name = known.get(text);
        if (name == null && known.size() < MOST_GUESSED) {
            name = new Name(text);
            known.put(text, name);
        }
        if (name != null) {
            last.following = name;
            last = name;
        }
        return text;
    }
}
