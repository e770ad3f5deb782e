package dev.kvlease.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.docs.JsonSchema;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is printed is what docs/schemas/audit.schema.json describes, and adds up. */
class AuditJsonTest {
    private static final String SCHEMA = "audit.schema.json";
    private static final String EXPLAIN_SCHEMA = "explain.schema.json";
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");
    private static final long MINUTE_NS = 60_000_000_000L;

    static List<Path> golden() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.filter(file -> file.toString().endsWith(".events.ndjson"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void auditsOfAllScenariosAreAsTheSchemaSays(Path file) throws IOException {
        JsonNode json = Audited.json(Audited.file(file));

        assertThat(JsonSchema.faults(SCHEMA, json)).isEmpty();
        addsUp(json);
    }

    @Test
    void anAuditOfManyFindingsIsAsTheSchemaSays() throws IOException {
        FleetScenario scenario = FleetScenario.incident(6, 24, 2 * MINUTE_NS).with(ReaderPolicy.UNGATED);

        JsonNode json = Audited.json(Audited.simulated(scenario, 5).audit());

        assertThat(JsonSchema.faults(SCHEMA, json)).isEmpty();
        assertThat(json.at("/violations").size()).isGreaterThan(10);
        assertThat(json.at("/leases").size()).isGreaterThan(10);
        assertThat(json.at("/suspects").size()).isGreaterThan(5);
        assertThat(json.at("/clocks").size()).isGreaterThan(5);
        addsUp(json);
    }

    @Test
    void timelinesOfSuspectsAreAsExplainPrintsThem() throws IOException {
        FleetScenario scenario = FleetScenario.incident(6, 24, 2 * MINUTE_NS).with(ReaderPolicy.UNGATED);

        JsonNode suspects = Audited.json(Audited.simulated(scenario, 7).audit()).at("/suspects");

        assertThat(suspects.size()).isGreaterThan(5);
        for (JsonNode suspect : suspects) {
            ((ObjectNode) suspect).remove("entries_left_out");
            assertThat(JsonSchema.faults(EXPLAIN_SCHEMA, suspect)).isEmpty();
        }
    }

    private static void addsUp(JsonNode json) {
        long certain = json.at("/summary/violations/certain").asLong();
        long possible = json.at("/summary/violations/possible").asLong();
        assertThat(certain + possible).isEqualTo(json.at("/violations").size());
        for (JsonNode group : json.at("/groups")) {
            assertThat(sum(group, "certain")).isEqualTo(certain);
            assertThat(sum(group, "possible")).isEqualTo(possible);
        }
        assertThat(sum(json.at("/over_time/spans"), "certain")).isEqualTo(certain);
        assertThat(sum(json.at("/over_time/spans"), "possible")).isEqualTo(possible);
        JsonNode reads = json.at("/summary/reads");
        assertThat(reads.get("completed").asLong())
                .isEqualTo(reads.get("clean").asLong()
                        + reads.get("violating").asLong()
                        + reads.get("not_judged").asLong());
        assertThat(sum(json.at("/not_judged"), "count"))
                .isEqualTo(reads.get("not_judged").asLong());
        assertThat(json.at("/violations").findValues("read").size())
                .isEqualTo((int) reads.get("violating").asLong());
    }

    private static long sum(JsonNode list, String field) {
        return StreamSupport.stream(list.spliterator(), false)
                .mapToLong(element -> element.get(field).asLong())
                .sum();
    }
}
