package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.docs.JsonSchema;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hindsight over a fleet whose records come late, twice and out of order. */
class HindsightCommandTest {
    @TempDir
    private Path dir;

    @Test
    void whatItWritesIsAsTheSchemaSaysAndNamesFileAndLine() throws IOException {
        String events = dir.resolve("events.ndjson").toString();
        new TestConsole()
                .run("simulate", "--quiet", "--scenario", "lossy", "--seed", "3", "--duration", "10m", "-o", events);
        TestConsole console = new TestConsole();

        assertThat(console.run("replay", "--hindsight", "--input", events)).isZero();

        ObjectMapper json = new ObjectMapper();
        int late = 0;
        for (String line : console.out().lines().toList()) {
            JsonNode hindsight = json.readTree(line);
            assertThat(JsonSchema.faults("hindsight.schema.json", hindsight)).isEmpty();
            assertThat(hindsight.at("/asked_at/file").asText()).isEqualTo(events);
            assertThat(hindsight.at("/asked_at/line").asLong()).isPositive();
            for (JsonNode record : hindsight.get("late")) {
                late++;
                assertThat(record.get("line").asLong())
                        .as("it came after the question")
                        .isGreaterThan(hindsight.at("/asked_at/line").asLong());
            }
        }
        assertThat(late).isPositive();
        assertThat(console.err()).containsPattern("asked in \\S*events.ndjson:\\d+, read-intents-0@\\d+");
    }
}
