package dev.kvlease.schemas.registry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.avro.Schema;

/**
 * Remembers what cannot change: which schema an id means, and which id a schema has. That an id is unknown is remembered
 * for a short time and for a bounded number of ids, so that a flood of foreign records does not become a flood of
 * requests.
 */
final class CachedRegistry implements SchemaRegistry {
    static final long UNKNOWN_KEPT_NS = TimeUnit.SECONDS.toNanos(10);
    static final int UNKNOWN_KEPT = 1_000;

    private record SubjectSchema(String subject, Schema schema, boolean normalize) {}

    private record Unknown(String message, long sinceNs) {}

    private final SchemaRegistry registry;
    private final LongSupplier nanoTime;
    private final Map<Object, Schema> schemas = new ConcurrentHashMap<>();
    private final Map<SubjectSchema, Integer> ids = new ConcurrentHashMap<>();
    private final Map<Object, Unknown> unknown = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Unknown> eldest) {
            return size() > UNKNOWN_KEPT;
        }
    };

    CachedRegistry(SchemaRegistry registry, LongSupplier nanoTime) {
        this.registry = registry;
        this.nanoTime = nanoTime;
    }

    @Override
    public int register(String subject, Schema schema, boolean normalize) {
        return id(new SubjectSchema(subject, schema, normalize), () -> registry.register(subject, schema, normalize));
    }

    @Override
    public int idOf(String subject, Schema schema, boolean normalize) {
        return id(new SubjectSchema(subject, schema, normalize), () -> registry.idOf(subject, schema, normalize));
    }

    @Override
    public RegisteredSchema latest(String subject) {
        return registry.latest(subject);
    }

    @Override
    public Schema byId(int id) {
        return schema(id, () -> registry.byId(id));
    }

    @Override
    public Schema byGuid(UUID guid) {
        return schema(guid, () -> registry.byGuid(guid));
    }

    @Override
    public Optional<String> compatibility(String subject) {
        return registry.compatibility(subject);
    }

    @Override
    public void setCompatibility(String subject, String level) {
        registry.setCompatibility(subject, level);
    }

    private int id(SubjectSchema key, Supplier<Integer> ask) {
        Integer known = ids.get(key);
        if (known != null) {
            return known;
        }
        int id = ask.get();
        ids.put(key, id);
        return id;
    }

    private Schema schema(Object key, Supplier<Schema> ask) {
        Schema known = schemas.get(key);
        if (known != null) {
            return known;
        }
        throwIfRecentlyUnknown(key);
        try {
            Schema schema = ask.get();
            schemas.put(key, schema);
            return schema;
        } catch (UnknownSchemaException e) {
            synchronized (unknown) {
                unknown.put(key, new Unknown(e.getMessage(), nanoTime.getAsLong()));
            }
            throw e;
        }
    }

    private void throwIfRecentlyUnknown(Object key) {
        synchronized (unknown) {
            Unknown last = unknown.get(key);
            if (last == null) {
                return;
            }
            if (nanoTime.getAsLong() - last.sinceNs() < UNKNOWN_KEPT_NS) {
                throw new UnknownSchemaException(last.message());
            }
            unknown.remove(key);
        }
    }
}
