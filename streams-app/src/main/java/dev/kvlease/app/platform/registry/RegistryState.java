package dev.kvlease.app.platform.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything that the {@code _schemas} topic says up to a record; immutable, so that requests read it without locks.
 *
 * @param subjects subject to version to schema
 * @param levels compatibility levels of subjects
 * @param level the registry's own level
 * @param modes modes of subjects
 * @param mode the registry's own mode
 * @param lastId the highest schema id ever given
 */
record RegistryState(
        Map<String, Map<Integer, StoredSchema>> subjects,
        Map<String, CompatibilityLevel> levels,
        CompatibilityLevel level,
        Map<String, Mode> modes,
        Mode mode,
        int lastId) {
    private static final CompatibilityLevel DEFAULT_LEVEL = CompatibilityLevel.BACKWARD;

    static RegistryState empty() {
        return new RegistryState(Map.of(), Map.of(), DEFAULT_LEVEL, Map.of(), Mode.READWRITE, 0);
    }

    /**
     * The state after one more record.
     *
     * @param entry what the record says
     * @return a new state
     */
    RegistryState with(LogEntry entry) {
        if (entry instanceof LogEntry.Put put) {
            return withSchema(put.schema());
        }
        if (entry instanceof LogEntry.Purge purge) {
            return withoutVersion(purge.subject(), purge.version());
        }
        if (entry instanceof LogEntry.DeleteSubject deletion) {
            return withDeletedSubject(deletion.subject(), deletion.version());
        }
        if (entry instanceof LogEntry.Level change) {
            return change.subject().isEmpty()
                    ? new RegistryState(subjects, levels, change.level().orElse(DEFAULT_LEVEL), modes, mode, lastId)
                    : new RegistryState(
                            subjects,
                            changed(levels, change.subject().get(), change.level()),
                            level,
                            modes,
                            mode,
                            lastId);
        }
        LogEntry.ModeChange change = (LogEntry.ModeChange) entry;
        return change.subject().isEmpty()
                ? new RegistryState(
                        subjects, levels, level, modes, change.mode().orElse(Mode.READWRITE), lastId)
                : new RegistryState(
                        subjects, levels, level, changed(modes, change.subject().get(), change.mode()), mode, lastId);
    }

    /**
     * The versions of a subject.
     *
     * @param subject the subject
     * @param deleted whether softly deleted ones count
     * @return the versions, oldest first; empty if there is no such subject
     */
    List<StoredSchema> versions(String subject, boolean deleted) {
        return subjects.getOrDefault(subject, Map.of()).values().stream()
                .filter(schema -> deleted || !schema.deleted())
                .sorted(Comparator.comparingInt(StoredSchema::version))
                .toList();
    }

    /**
     * Every version of every subject, softly deleted ones too.
     *
     * @return by subject and version
     */
    Stream<StoredSchema> all() {
        return subjects.keySet().stream().sorted().flatMap(subject -> versions(subject, true).stream());
    }

    /**
     * The id that a schema has in any subject.
     *
     * @param text the schema's canonical text
     * @return its id; empty if it has none
     */
    Optional<Integer> idOf(String text) {
        return all().filter(schema -> schema.text().equals(text))
                .map(StoredSchema::id)
                .findFirst();
    }

    /**
     * The compatibility level that holds for a subject.
     *
     * @param subject the subject
     * @return its own or the registry's
     */
    CompatibilityLevel levelFor(String subject) {
        return levels.getOrDefault(subject, level);
    }

    /**
     * The mode that holds for a subject.
     *
     * @param subject the subject
     * @return its own or the registry's
     */
    Mode modeFor(String subject) {
        return modes.getOrDefault(subject, mode);
    }

    private RegistryState withSchema(StoredSchema schema) {
        Map<Integer, StoredSchema> versions = new TreeMap<>(subjects.getOrDefault(schema.subject(), Map.of()));
        versions.put(schema.version(), schema);
        return withVersions(schema.subject(), versions, Math.max(lastId, schema.id()));
    }

    private RegistryState withoutVersion(String subject, int version) {
        Map<Integer, StoredSchema> versions = new TreeMap<>(subjects.getOrDefault(subject, Map.of()));
        versions.remove(version);
        return withVersions(subject, versions, lastId);
    }

    private RegistryState withDeletedSubject(String subject, int highest) {
        Map<Integer, StoredSchema> versions = new TreeMap<>(subjects.getOrDefault(subject, Map.of()));
        for (StoredSchema schema : new ArrayList<>(versions.values())) {
            if (schema.version() <= highest) {
                versions.put(schema.version(), schema.softlyDeleted());
            }
        }
        return withVersions(subject, versions, lastId);
    }

    private RegistryState withVersions(String subject, Map<Integer, StoredSchema> versions, int highestId) {
        Optional<Map<Integer, StoredSchema>> kept =
                versions.isEmpty() ? Optional.empty() : Optional.of(Map.copyOf(versions));
        return new RegistryState(changed(subjects, subject, kept), levels, level, modes, mode, highestId);
    }

    private static <V> Map<String, V> changed(Map<String, V> map, String key, Optional<V> value) {
        Map<String, V> copy = new TreeMap<>(map);
        value.ifPresentOrElse(present -> copy.put(key, present), () -> copy.remove(key));
        return Map.copyOf(copy);
    }
}
