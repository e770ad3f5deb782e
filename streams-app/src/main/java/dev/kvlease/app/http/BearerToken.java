package dev.kvlease.app.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** The secret that a caller must know, if there is one. Never printed. */
final class BearerToken {
    private static final String SCHEME = "Bearer ";

    private final Optional<byte[]> expected;

    BearerToken(Optional<String> token) {
        this.expected = token.map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the same time wherever the two differ. */
    boolean admits(Optional<String> authorization) {
        if (expected.isEmpty()) {
            return true;
        }
        String given = authorization
                .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(header -> header.substring(SCHEME.length()).strip())
                .orElse("");
        return MessageDigest.isEqual(expected.get(), given.getBytes(StandardCharsets.UTF_8));
    }
}
