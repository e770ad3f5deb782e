package dev.kvlease.app.platform.registry;

/** A refusal with Confluent's error code; the first three digits of the code are the HTTP status. */
final class RegistryError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    RegistryError(int code, String message) {
        super(message);
        this.code = code;
    }

    static RegistryError subjectNotFound(String subject) {
        return new RegistryError(40401, "Subject '" + subject + "' not found.");
    }

    static RegistryError versionNotFound(String version) {
        return new RegistryError(40402, "Version " + version + " not found.");
    }

    static RegistryError schemaNotFound() {
        return new RegistryError(40403, "Schema not found");
    }

    static RegistryError invalidSchema(String detail) {
        return new RegistryError(42201, "Invalid schema: " + detail);
    }

    int code() {
        return code;
    }

    int status() {
        return code >= 1_000 ? code / 100 : code;
    }
}
