package dev.kvlease.app.config;

import java.util.Optional;

/**
 * Where the HTTP surface listens and who may ask.
 *
 * @param host the address to listen on
 * @param port the port; 0 for any that is free
 * @param token what callers must know; empty if anybody may ask
 */
public record HttpSettings(String host, int port, Optional<String> token) {
    /** Without the token, which must not get into a log. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
