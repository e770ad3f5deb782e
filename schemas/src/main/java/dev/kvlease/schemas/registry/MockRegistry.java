package dev.kvlease.schemas.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/**
 * A registry in this process, for tests without a server. It accepts every schema, whatever the compatibility level.
 *
 * <p>All clients configured with {@code schema.registry.url=mock://SCOPE} share the registry of that scope.
 */
public final class MockRegistry implements SchemaRegistry {
    // the one mutable static: mock:// addresses are meant to find each other across a process
    private static final Map<String, MockRegistry> SCOPES = new ConcurrentHashMap<>();

    private final Map<String, List<Integer>> subjects = new HashMap<>();
    private final List<Schema> schemas = new ArrayList<>();
    private final Map<String, String> levels = new HashMap<>();

    /** An empty registry that no address finds. */
    public MockRegistry() {}

    /**
     * The registry of a scope; an empty one at first.
     *
     * @param scope what follows {@code mock://}
     * @return the same instance for the same scope
     */
    public static MockRegistry of(String scope) {
        return SCOPES.computeIfAbsent(scope, name -> new MockRegistry());
    }

    /**
     * Forgets a scope, so that the next client finds an empty one.
     *
     * @param scope what follows {@code mock://}
     */
    public static void drop(String scope) {
        SCOPES.remove(scope);
    }

    /**
     * The GUID that this registry knows a schema by.
     *
     * @param schema any schema
     * @return its GUID
     */
    public static UUID guid(Schema schema) {
        return UUID.nameUUIDFromBytes(schema.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public synchronized int register(String subject, Schema schema, boolean normalize) {
        int index = schemas.indexOf(schema);
        if (index < 0) {
            schemas.add(schema);
            index = schemas.size() - 1;
        }
        int id = index + 1;
        List<Integer> versions = subjects.computeIfAbsent(subject, name -> new ArrayList<>());
        if (!versions.contains(id)) {
            versions.add(id);
        }
        return id;
    }

    @Override
    public synchronized int idOf(String subject, Schema schema, boolean normalize) {
        int id = schemas.indexOf(schema) + 1;
        if (!subjects.getOrDefault(subject, List.of()).contains(id)) {
            throw unknown("this schema of subject " + subject);
        }
        return id;
    }

    @Override
    public synchronized RegisteredSchema latest(String subject) {
        List<Integer> versions = subjects.getOrDefault(subject, List.of());
        if (versions.isEmpty()) {
            throw unknown("subject " + subject);
        }
        int id = versions.get(versions.size() - 1);
        return new RegisteredSchema(subject, versions.size(), id, byId(id));
    }

    @Override
    public synchronized Schema byId(int id) {
        if (id < 1 || id > schemas.size()) {
            throw unknown("schema id " + id);
        }
        return schemas.get(id - 1);
    }

    @Override
    public synchronized Schema byGuid(UUID guid) {
        return schemas.stream()
                .filter(schema -> guid(schema).equals(guid))
                .findFirst()
                .orElseThrow(() -> unknown("schema GUID " + guid));
    }

    @Override
    public synchronized Optional<String> compatibility(String subject) {
        return Optional.ofNullable(levels.get(subject));
    }

    @Override
    public synchronized void setCompatibility(String subject, String level) {
        levels.put(subject, level);
    }

    private static UnknownSchemaException unknown(String what) {
        return new UnknownSchemaException("The mock schema registry does not know " + what);
    }
}
