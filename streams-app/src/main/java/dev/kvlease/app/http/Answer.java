package dev.kvlease.app.http;

import java.util.Map;

/**
 * What a request gets.
 *
 * @param status the HTTP status
 * @param contentType the type of the body
 * @param body the body
 * @param headers headers that only this answer has
 */
record Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
    static final String JSON = "application/json";

    Answer(int status, String contentType, byte[] body) {
        this(status, contentType, body, Map.of());
    }

    static Answer ok(byte[] json) {
        return new Answer(200, JSON, json);
    }
}
