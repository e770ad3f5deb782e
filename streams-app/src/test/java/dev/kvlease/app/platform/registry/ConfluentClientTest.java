package dev.kvlease.app.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.kvlease.app.platform.EmbeddedBroker;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicSchemas;
import dev.kvlease.schemas.registry.SchemaRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The embedded registry as Confluent's own Java client sees it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ConfluentClientTest {
    private static final String SUBJECT = "confluent-value";
    private static final AvroSchema ONE = new AvroSchema(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\",\"default\":0}]}");
    private static final AvroSchema OTHER =
            new AvroSchema("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"b\",\"type\":\"long\"}]}");

    @TempDir
    Path directory;

    private EmbeddedBroker broker;
    private EmbeddedRegistry registry;

    @BeforeEach
    void start() {
        broker = EmbeddedBroker.start(directory);
        registry = EmbeddedRegistry.start(broker.bootstrapServers(), 0);
    }

    @AfterEach
    void stop() {
        registry.close();
        broker.close();
    }

    @Test
    void servesConfluentsClient() throws Exception {
        CachedSchemaRegistryClient client = newClient();
        int id = client.register(SUBJECT, ONE);
        assertThat(newClient().getSchemaById(id)).isEqualTo(ONE);
        assertThat(newClient().getVersion(SUBJECT, ONE)).isEqualTo(1);
        assertThat(client.getLatestSchemaMetadata(SUBJECT).getId()).isEqualTo(id);
        assertThat(client.getAllSubjects()).containsExactly(SUBJECT);
        assertThat(client.getAllVersionsById(id)).hasSize(1);
        assertThat(client.testCompatibility(SUBJECT, OTHER)).isFalse();
        assertThat(client.testCompatibilityVerbose(SUBJECT, OTHER)).isNotEmpty();
        RestClientException refused = catchThrowableOfType(
                RestClientException.class, () -> newClient().register(SUBJECT, OTHER));
        assertThat(refused.getErrorCode()).isEqualTo(409);
        assertThat(client.updateCompatibility(SUBJECT, "NONE")).isEqualTo("NONE");
        assertThat(client.getCompatibility(SUBJECT)).isEqualTo("NONE");
        assertThat(client.register(SUBJECT, OTHER)).isNotEqualTo(id);
        assertThat(client.getAllVersions(SUBJECT)).containsExactly(1, 2);
        assertThat(client.deleteSubject(SUBJECT)).containsExactly(1, 2);
        assertThat(client.deleteSubject(SUBJECT, true)).containsExactly(1, 2);
        RestClientException gone =
                catchThrowableOfType(RestClientException.class, () -> client.getAllVersions(SUBJECT));
        assertThat(gone.getErrorCode()).isEqualTo(40401);
    }

    @Test
    void bothClientsSeeTheSameIds() throws Exception {
        SchemaRegistry own = SchemaRegistry.open(Map.of("schema.registry.url", registry.url()));
        for (Topic topic : Topic.values()) {
            if (TopicSchemas.valueSchema(topic).isEmpty()) {
                continue;
            }
            Schema schema = TopicSchemas.valueSchema(topic).get();
            String subject = topic.shortName() + "-value";
            int id = own.register(subject, schema, false);
            assertThat(newClient().register(subject, new AvroSchema(schema.toString())))
                    .isEqualTo(id);
            assertThat(newClient().getId(subject, new AvroSchema(schema.toString())))
                    .isEqualTo(id);
        }
    }

    private CachedSchemaRegistryClient newClient() {
        return new CachedSchemaRegistryClient(registry.url(), 100);
    }
}
