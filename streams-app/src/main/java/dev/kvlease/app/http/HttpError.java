package dev.kvlease.app.http;

/** A request that gets no answer but a status and a reason. */
final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1;

    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int INTERNAL = 500;
    static final int UNAVAILABLE = 503;

    private final int status;

    HttpError(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
