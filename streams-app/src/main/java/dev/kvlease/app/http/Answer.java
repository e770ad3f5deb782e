package dev.kvlease.app.http;

/**
 * What a request gets.
 *
 * @param status the HTTP status
 * @param contentType the type of the body
 * @param body the body
 */
record Answer(int status, String contentType, byte[] body) {
    static final String JSON = "application/json";

    static Answer ok(byte[] json) {
        return new Answer(200, JSON, json);
    }
}
