package dev.kvlease.app.http;

import dev.kvlease.core.common.CompositeKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The pair after which a page begins.
 *
 * @param holder its holder
 * @param reader its reader
 */
record PairCursor(String holder, String reader) {
    /** Takes apart what {@link CompositeKey} joined. */
    static PairCursor of(String joined) {
        String[] parts = joined.split("\\|", -1);
        if (parts.length != 2) {
            throw new HttpError(HttpError.BAD_REQUEST, "after must be what an earlier page gave as next");
        }
        return new PairCursor(decode(parts[0]), decode(parts[1]));
    }

    private static String decode(String part) {
        try {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new HttpError(HttpError.BAD_REQUEST, "after must be what an earlier page gave as next");
        }
    }
}
