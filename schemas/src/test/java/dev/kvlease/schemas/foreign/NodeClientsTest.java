package dev.kvlease.schemas.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.Samples;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.MockRegistry;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JavaScript clients of Confluent and of the KafkaJS project. */
@Tag("foreign")
@ExtendWith(Apicurio.class)
class NodeClientsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HexFormat HEX = HexFormat.of();

    private final URI registry;

    NodeClientsTest(URI registry) {
        this.registry = registry;
    }

    @BeforeAll
    static void install() throws Exception {
        Node.install();
    }

    @ParameterizedTest
    @ValueSource(strings = {"confluent", "kafkajs"})
    void bothReadAndWriteTheSameBytes(String client) throws Exception {
        Wire ours = new Wire(registry, client + ".");
        List<SpecificRecordBase> samples = Samples.all().toList();
        ObjectNode job = job(client);
        for (SpecificRecordBase sample : samples) {
            job.withArray("records")
                    .addObject()
                    .put("topic", ours.topic(sample))
                    .put("hex", HEX.formatHex(ours.write(sample)));
        }

        JsonNode answers = run(job).path("records");

        assertThat(answers).hasSameSizeAs(samples);
        for (int i = 0; i < samples.size(); i++) {
            SpecificRecordBase sample = samples.get(i);
            String hex = answers.get(i).path("hex").asText();
            assertThat(answers.get(i).path("value")).isEqualTo(Wire.json(sample.getSchema(), sample));
            assertThat(hex).isEqualTo(HEX.formatHex(ours.write(sample)));
            assertThat(ours.read(sample, HEX.parseHex(hex))).isEqualTo(sample);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"confluent", "kafkajs"})
    void weFindWhatTheyHaveRegistered(String client) throws Exception {
        Wire ours = new Wire(registry, client + ".");
        ObjectNode job = job(client);
        for (Schema record : Schemas.TOPIC_RECORDS) {
            job.withArray("register")
                    .addObject()
                    .put("subject", client + ".by-them." + record.getName())
                    .put("schema", Schemas.portable(record).toString());
        }

        JsonNode ids = run(job).path("ids");

        for (int i = 0; i < Schemas.TOPIC_RECORDS.size(); i++) {
            Schema portable = Schemas.portable(Schemas.TOPIC_RECORDS.get(i));
            String subject = client + ".by-them." + portable.getName();
            assertThat(ours.registry().idOf(subject, portable, false))
                    .isEqualTo(ids.get(i).asInt());
        }
    }

    @Test
    void weReadTheHeaderThatTheyWrite() throws Exception {
        LeaseEvent event = (LeaseEvent) Samples.full().get(0);
        SpecificAvroSerde<LeaseEvent> serde = new SpecificAvroSerde<>(LeaseEvent.class, new MockRegistry());
        byte[] prefixed = serde.serializer().serialize("t", event);
        UUID guid = MockRegistry.guid(Schemas.portable(LeaseEvent.class));
        String header = run(job("confluent").put("guid", guid.toString()))
                .path("guidHeader")
                .asText();
        RecordHeaders headers = new RecordHeaders();
        headers.add("__value_schema_id", HEX.parseHex(header));

        assertThat(serde.deserializer().deserialize("t", headers, Arrays.copyOfRange(prefixed, 5, prefixed.length)))
                .isEqualTo(event);
    }

    private ObjectNode job(String client) {
        ObjectNode job = JSON.createObjectNode();
        job.putArray("register");
        job.putArray("records");
        return job.put("client", client).put("url", registry.toString()).put("guid", new UUID(1, 2).toString());
    }

    private static JsonNode run(ObjectNode job) throws IOException, InterruptedException {
        return JSON.readTree(Node.run("exchange.js", JSON.writeValueAsString(job)));
    }
}
