package dev.kvlease.app.platform.registry;

import java.util.Optional;

/** What one record of the {@code _schemas} topic says. */
sealed interface LogEntry {
    /**
     * A version of a subject, new or changed.
     *
     * @param schema the version
     */
    record Put(StoredSchema schema) implements LogEntry {}

    /**
     * A version is gone for good.
     *
     * @param subject the subject
     * @param version the version
     */
    record Purge(String subject, int version) implements LogEntry {}

    /**
     * All versions of a subject up to one are softly deleted.
     *
     * @param subject the subject
     * @param version the highest deleted version
     */
    record DeleteSubject(String subject, int version) implements LogEntry {}

    /**
     * A compatibility level is set or taken back.
     *
     * @param subject the subject; empty for the registry's own
     * @param level the level; empty takes it back
     */
    record Level(Optional<String> subject, Optional<CompatibilityLevel> level) implements LogEntry {}

    /**
     * A mode is set or taken back.
     *
     * @param subject the subject; empty for the registry's own
     * @param mode the mode; empty takes it back
     */
    record ModeChange(Optional<String> subject, Optional<Mode> mode) implements LogEntry {}
}
