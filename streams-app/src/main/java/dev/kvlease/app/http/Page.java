package dev.kvlease.app.http;

import java.util.Map;
import java.util.Optional;

/**
 * Which part of a list is asked for.
 *
 * @param limit how many at most
 * @param after the last one of the page before, or empty
 */
record Page(int limit, Optional<String> after) {
    static final String LIMIT = "limit";
    static final String AFTER = "after";
    static final int DEFAULT_LIMIT = 100;
    static final int MAX_LIMIT = 500;
    /** Room for a pair of the longest ids, each byte encoded. */
    static final int MAX_AFTER_CHARS = 2_048;

    static Page of(Map<String, String> query) {
        return new Page(limit(query.getOrDefault(LIMIT, "" + DEFAULT_LIMIT)), after(query));
    }

    private static Optional<String> after(Map<String, String> query) {
        Optional<String> after = Optional.ofNullable(query.get(AFTER));
        if (after.filter(text -> text.length() > MAX_AFTER_CHARS).isPresent()) {
            throw new HttpError(HttpError.BAD_REQUEST, "after must be what the page before gave as next");
        }
        return after;
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MAX_LIMIT) {
                return limit;
            }
        } catch (NumberFormatException notANumber) {
            // refused below
        }
        throw new HttpError(HttpError.BAD_REQUEST, "limit must be a number from 1 to " + MAX_LIMIT);
    }
}
