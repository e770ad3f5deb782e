package dev.kvlease.app.topics;

import dev.kvlease.schemas.registry.RegistryConfig;
import dev.kvlease.schemas.registry.RegistryException;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.registry.UnknownSchemaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/** The subjects of the topics' values in a schema registry, named by topic as TopicNameStrategy does. */
final class Subjects {
    private static final String LEVEL = "FULL_TRANSITIVE";
    private static final String SUFFIX = "-value";

    private final SchemaRegistry registry;

    private Subjects(SchemaRegistry registry) {
        this.registry = registry;
    }

    /**
     * Opens a registry; nothing is sent yet.
     *
     * @param properties client properties with Confluent's keys; their limits on time and retries hold if they have any
     * @param timeout how long a request may take otherwise
     * @return the subjects; empty if the properties name no registry
     */
    static Optional<Subjects> open(Map<String, Object> properties, Duration timeout) {
        if (String.valueOf(properties.getOrDefault(RegistryConfig.URL, "")).isBlank()) {
            return Optional.empty();
        }
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        Map<String, Object> bounded = new HashMap<>(properties);
        bounded.putIfAbsent(RegistryConfig.CONNECT_TIMEOUT_MS, timeoutMs);
        bounded.putIfAbsent(RegistryConfig.READ_TIMEOUT_MS, timeoutMs);
        bounded.putIfAbsent(RegistryConfig.MAX_RETRIES, 1);
        return Optional.of(new Subjects(SchemaRegistry.open(bounded)));
    }

    /**
     * Holds a topic's subject to full compatibility and registers this version's schema.
     *
     * @param topicName the topic's name in the cluster
     * @param schema its values' schema
     * @return what was done or found done
     * @throws TopicAdminException if the registry refuses or does not answer
     */
    List<Creation> create(String topicName, Schema schema) {
        String subject = topicName + SUFFIX;
        List<Creation> steps = new ArrayList<>();
        try {
            // the level comes first, so that it guards what is registered here too
            if (!registry.compatibility(subject).equals(Optional.of(LEVEL))) {
                registry.setCompatibility(subject, LEVEL);
                steps.add(new Creation.CompatibilitySet(subject, LEVEL));
            }
            Optional<Integer> known = idOf(subject, schema);
            steps.add(
                    known.isPresent()
                            ? new Creation.SchemaFound(subject, known.get())
                            : new Creation.SchemaRegistered(subject, registry.register(subject, schema, false)));
            return steps;
        } catch (RegistryException e) {
            throw new TopicAdminException(e.getMessage(), e);
        }
    }

    /**
     * What is wrong with a topic's subject.
     *
     * @param topicName the topic's name in the cluster
     * @param schema its values' schema
     * @return the problem; empty if the schema is registered
     * @throws TopicAdminException if the registry refuses or does not answer
     */
    Optional<Problem> problem(String topicName, Schema schema) {
        String subject = topicName + SUFFIX;
        try {
            if (idOf(subject, schema).isPresent()) {
                return Optional.empty();
            }
            return latest(subject)
                    .flatMap(latest -> incompatibility(schema, latest))
                    .<Problem>map(detail -> new Problem.IncompatibleSchema(subject, detail))
                    .or(() -> Optional.of(new Problem.UnregisteredSchema(subject)));
        } catch (RegistryException e) {
            throw new TopicAdminException(e.getMessage(), e);
        }
    }

    /**
     * What the registry says of a topic's subject.
     *
     * @param topicName the topic's name in the cluster
     * @param schema its values' schema
     * @return id and level as far as it has them
     * @throws TopicAdminException if the registry refuses or does not answer
     */
    TopicDetails.Subject describe(String topicName, Schema schema) {
        String subject = topicName + SUFFIX;
        try {
            return new TopicDetails.Subject(subject, idOf(subject, schema), registry.compatibility(subject));
        } catch (RegistryException e) {
            throw new TopicAdminException(e.getMessage(), e);
        }
    }

    private Optional<Integer> idOf(String subject, Schema schema) {
        try {
            return Optional.of(registry.idOf(subject, schema, false));
        } catch (UnknownSchemaException e) {
            return Optional.empty();
        }
    }

    private Optional<Schema> latest(String subject) {
        try {
            return Optional.of(registry.latest(subject).schema());
        } catch (UnknownSchemaException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> incompatibility(Schema own, Schema latest) {
        return Stream.of(
                        SchemaCompatibility.checkReaderWriterCompatibility(own, latest),
                        SchemaCompatibility.checkReaderWriterCompatibility(latest, own))
                .flatMap(pair -> pair.getResult().getIncompatibilities().stream())
                .map(found -> found.getType() + " at " + found.getLocation())
                .findFirst();
    }
}
