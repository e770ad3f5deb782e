package dev.kvlease.schemas.registry;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.Schema;

/**
 * What kvlease asks of a schema registry. Implementations are safe for use by many threads.
 *
 * <p>Every method may throw {@link RegistryUnreachableException} (nobody answered; try later) or {@link
 * RegistryRefusedException} (somebody answered no; trying again does not help).
 */
public interface SchemaRegistry {
    /**
     * Opens the registry that a client configuration names, with answers that cannot change kept in memory.
     *
     * @param configs client properties with Confluent's keys; others are ignored
     * @return a client; it holds no connection that needs closing
     * @throws org.apache.kafka.common.config.ConfigException if a value cannot be used
     */
    static SchemaRegistry open(Map<String, ?> configs) {
        return open(new RegistryConfig(configs));
    }

    /**
     * Opens the registry that a configuration names, with answers that cannot change kept in memory.
     *
     * @param config the configuration
     * @return a client; it holds no connection that needs closing
     * @throws org.apache.kafka.common.config.ConfigException if a value cannot be used
     */
    static SchemaRegistry open(RegistryConfig config) {
        Optional<String> scope = config.mockScope();
        if (scope.isPresent()) {
            return MockRegistry.of(scope.get());
        }
        return new CachedRegistry(new HttpRegistry(HttpTransport.of(config)), System::nanoTime);
    }

    /**
     * Registers a schema, or finds it if it is there.
     *
     * @param subject the subject
     * @param schema the schema, without references
     * @param normalize whether the registry compares normalized forms
     * @return its id
     */
    int register(String subject, Schema schema, boolean normalize);

    /**
     * Finds the id of a registered schema.
     *
     * @param subject the subject
     * @param schema the schema, without references
     * @param normalize whether the registry compares normalized forms
     * @return its id
     * @throws UnknownSchemaException if the subject does not have it
     */
    int idOf(String subject, Schema schema, boolean normalize);

    /**
     * The newest version of a subject.
     *
     * @param subject the subject
     * @return schema and id
     * @throws UnknownSchemaException if there is no such subject
     */
    RegisteredSchema latest(String subject);

    /**
     * The schema of an id.
     *
     * @param id an id as the wire format carries it
     * @return the schema
     * @throws UnknownSchemaException if the registry does not know the id, or it is not an Avro schema
     */
    Schema byId(int id);

    /**
     * The schema of a GUID, as newer clients write into record headers.
     *
     * @param guid the schema's GUID
     * @return the schema
     * @throws UnknownSchemaException if the registry does not know it, or it is not an Avro schema
     */
    Schema byGuid(UUID guid);

    /**
     * The compatibility level that a subject itself is held to.
     *
     * @param subject the subject
     * @return for example {@code FULL_TRANSITIVE}; empty if the subject has none of its own
     */
    Optional<String> compatibility(String subject);

    /**
     * Holds a subject to a compatibility level.
     *
     * @param subject the subject, which need not exist yet
     * @param level for example {@code FULL_TRANSITIVE}
     */
    void setCompatibility(String subject, String level);
}
