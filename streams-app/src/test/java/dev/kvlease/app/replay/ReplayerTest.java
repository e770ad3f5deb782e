package dev.kvlease.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.core.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayerTest {
    private static final String INTENT = "{\"reader_engine_id\": \"r\", \"reader_incarnation\": \"r1\","
            + " \"holder_engine_id\": \"h\", \"request_id\": \"q\", \"read_request_id\": \"x\", \"num_local_blocks\": 0}";

    private static JsonNode lastLine(String... lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(bytes)) {
            new EventFileReader(new Replayer(Settings.DEFAULT, new ReplayOutput(out)), (line, problem) -> {
                        throw new AssertionError(line + ": " + problem);
                    })
                    .read(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        }
        List<String> written = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        return new ObjectMapper().readTree(written.get(written.size() - 1));
    }

    private static String line(String topic, int partition, long offset, String value) {
        return "{\"topic\": \"" + topic + "\", \"partition\": " + partition + ", \"offset\": " + offset
                + ", \"value\": " + value + "}";
    }

    @Test
    void countsPositionsInEachPartitionAsTheRecordsTellThem() throws IOException {
        JsonNode verdict = lastLine(
                line("read-outcomes", 2, 70, "null"),
                line("read-outcomes", 5, 90, "null"),
                line("handshake-samples", 5, 11, "null"),
                line("read-intents", 5, 1000, INTENT));

        JsonNode evidence = verdict.get("evidence");
        assertThat(evidence.get("read_intent_offset").asLong()).isEqualTo(1000);
        assertThat(evidence.get("as_of").toString())
                .isEqualTo("{\"partition\":5,\"lease_events\":0,\"handshake_samples\":12,\"read_intents\":1001,"
                        + "\"read_outcomes\":91}");
        assertThat(verdict.get("revision").asLong()).isEqualTo(12 + 1001 + 91);
    }

    @Test
    void aDeadLetterTellsWhereItsRecordLay() throws IOException {
        JsonNode letter = lastLine(line("read-intents", 3, 8, "null"));

        assertThat(letter.get("kind").asText()).isEqualTo("dead-letter");
        assertThat(letter.get("partition").asInt()).isEqualTo(3);
        assertThat(letter.get("offset").asLong()).isEqualTo(8);
    }

    @Test
    void withoutPlacesEveryTopicCountsAsOnePartition() throws IOException {
        String intent = "{\"topic\": \"read-intents\", \"value\": " + INTENT + "}";

        JsonNode asOf = lastLine("{\"topic\": \"lease-events\", \"value\": null}", intent, intent)
                .get("evidence")
                .get("as_of");

        assertThat(asOf.get("partition").asInt()).isZero();
        assertThat(asOf.get("lease_events").asLong()).isEqualTo(1);
        assertThat(asOf.get("read_intents").asLong()).isEqualTo(2);
    }
}
