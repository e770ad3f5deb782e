package dev.kvlease.app.platform.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/** What the registry decides: reads from the state, and changes that are in the log before they are in the state. */
final class RegistryService {
    /** Names the newest version of a subject. */
    static final int LATEST = -1;

    private final RegistryLog log;
    private volatile RegistryState state;

    RegistryService(RegistryLog log, RegistryState state) {
        this.log = log;
        this.state = state;
    }

    RegistryState state() {
        return state;
    }

    /**
     * Registers a schema, or finds it registered.
     *
     * @param subject the subject
     * @param text the schema as the client sent it
     * @return the version; the one that is there already if it is the same schema
     */
    synchronized StoredSchema register(String subject, String text) {
        Schema schema = StoredSchema.parse(text);
        String canonical = schema.toString();
        List<StoredSchema> live = state.versions(subject, false);
        Optional<StoredSchema> same =
                live.stream().filter(stored -> stored.text().equals(canonical)).findFirst();
        if (same.isPresent()) {
            return same.get();
        }
        requireWritable(subject);
        requireCompatible(subject, schema, live);
        int version = state.versions(subject, true).stream()
                        .mapToInt(StoredSchema::version)
                        .max()
                        .orElse(0)
                + 1;
        int id = state.idOf(canonical).orElse(state.lastId() + 1);
        StoredSchema registered = new StoredSchema(subject, version, id, canonical, false);
        write(List.of(new LogEntry.Put(registered)));
        return registered;
    }

    /**
     * Finds a schema under a subject.
     *
     * @param subject the subject
     * @param text the schema as the client sent it
     * @param deleted whether softly deleted versions count
     * @return the version
     */
    StoredSchema lookup(String subject, String text, boolean deleted) {
        String canonical = StoredSchema.parse(text).toString();
        return versions(subject, deleted).stream()
                .filter(stored -> stored.text().equals(canonical))
                .findFirst()
                .orElseThrow(RegistryError::schemaNotFound);
    }

    /**
     * The versions of a subject that must exist.
     *
     * @param subject the subject
     * @param deleted whether softly deleted versions count
     * @return at least one version, oldest first
     */
    List<StoredSchema> versions(String subject, boolean deleted) {
        List<StoredSchema> versions = state.versions(subject, deleted);
        if (versions.isEmpty()) {
            throw RegistryError.subjectNotFound(subject);
        }
        return versions;
    }

    /**
     * One version.
     *
     * @param subject the subject
     * @param version its number or {@link #LATEST}
     * @param deleted whether softly deleted versions count
     * @return the version
     */
    StoredSchema version(String subject, int version, boolean deleted) {
        List<StoredSchema> versions = versions(subject, deleted);
        if (version == LATEST) {
            return versions.get(versions.size() - 1);
        }
        return versions.stream()
                .filter(stored -> stored.version() == version)
                .findFirst()
                .orElseThrow(() -> RegistryError.versionNotFound(Integer.toString(version)));
    }

    /**
     * The versions that share a schema id, softly deleted ones too: their records may still be around.
     *
     * @param id the id
     * @return at least one version
     */
    List<StoredSchema> byId(int id) {
        List<StoredSchema> found =
                state.all().filter(stored -> stored.id() == id).toList();
        if (found.isEmpty()) {
            throw new RegistryError(40403, "Schema " + id + " not found");
        }
        return found;
    }

    /**
     * Why a schema may not be registered.
     *
     * @param subject the subject
     * @param text the schema as the client sent it
     * @param against what to compare it with
     * @return the reasons; empty if it may
     */
    List<String> refusals(String subject, String text, List<StoredSchema> against) {
        return refusals(subject, StoredSchema.parse(text), against);
    }

    /**
     * Deletes a subject.
     *
     * @param subject the subject
     * @param permanent false hides it, true removes it after it was hidden
     * @return the deleted versions
     */
    synchronized List<Integer> deleteSubject(String subject, boolean permanent) {
        List<StoredSchema> all = versions(subject, true);
        List<StoredSchema> live = state.versions(subject, false);
        if (!permanent && live.isEmpty()) {
            throw new RegistryError(
                    40404, "Subject '" + subject + "' was soft deleted. Set permanent=true to delete permanently");
        }
        if (permanent && !live.isEmpty()) {
            throw new RegistryError(
                    40405, "Subject '" + subject + "' was not deleted first before being permanently deleted");
        }
        requireWritable(subject);
        int highest = all.get(all.size() - 1).version();
        write(permanent ? purges(all) : List.of(new LogEntry.DeleteSubject(subject, highest)));
        return (permanent ? all : live).stream().map(StoredSchema::version).toList();
    }

    /**
     * Deletes one version.
     *
     * @param subject the subject
     * @param version its number or {@link #LATEST}
     * @param permanent false hides it, true removes it after it was hidden
     * @return the version
     */
    synchronized int deleteVersion(String subject, int version, boolean permanent) {
        StoredSchema stored = version(subject, version, true);
        String name = "Subject '" + subject + "' Version " + stored.version();
        if (!permanent && stored.deleted()) {
            throw new RegistryError(40406, name + " was soft deleted. Set permanent=true to delete permanently");
        }
        if (permanent && !stored.deleted()) {
            throw new RegistryError(40407, name + " was not deleted first before being permanently deleted");
        }
        requireWritable(subject);
        write(permanent ? purges(List.of(stored)) : List.of(new LogEntry.Put(stored.softlyDeleted())));
        return stored.version();
    }

    /**
     * Sets or takes back a compatibility level.
     *
     * @param subject the subject; empty for the registry's own
     * @param level the level; empty takes it back
     */
    synchronized void setLevel(Optional<String> subject, Optional<CompatibilityLevel> level) {
        write(List.of(new LogEntry.Level(subject, level)));
    }

    /**
     * Sets or takes back a mode.
     *
     * @param subject the subject; empty for the registry's own
     * @param mode the mode; empty takes it back
     */
    synchronized void setMode(Optional<String> subject, Optional<Mode> mode) {
        write(List.of(new LogEntry.ModeChange(subject, mode)));
    }

    private void requireWritable(String subject) {
        if (state.modeFor(subject) == Mode.READONLY) {
            throw new RegistryError(42205, "Subject " + subject + " is in read-only mode");
        }
    }

    private void requireCompatible(String subject, Schema schema, List<StoredSchema> live) {
        List<String> refusals = refusals(subject, schema, live);
        if (!refusals.isEmpty()) {
            throw new RegistryError(
                    409,
                    "Schema being registered is incompatible with an earlier schema for subject \"" + subject
                            + "\", details: " + refusals + ", compatibility: " + state.levelFor(subject));
        }
    }

    private List<String> refusals(String subject, Schema schema, List<StoredSchema> against) {
        return state.levelFor(subject)
                .refusals(schema, against.stream().map(StoredSchema::schema).toList());
    }

    private static List<LogEntry> purges(List<StoredSchema> versions) {
        List<LogEntry> entries = new ArrayList<>();
        for (StoredSchema stored : versions) {
            entries.add(new LogEntry.Purge(stored.subject(), stored.version()));
        }
        return entries;
    }

    private void write(List<LogEntry> entries) {
        log.append(entries);
        RegistryState next = state;
        for (LogEntry entry : entries) {
            next = next.with(entry);
        }
        state = next;
    }
}
