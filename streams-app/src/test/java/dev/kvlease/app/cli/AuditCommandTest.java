package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.docs.JsonSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    private int audit(String scenario, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "audit", "--input", GOLDEN.resolve(scenario + ".events.ndjson").toString()));
        args.addAll(List.of(more));
        return console.run(args.toArray(String[]::new));
    }

    @Test
    void saysFirstHowManyReadsHowSureAndSinceWhen() {
        assertThat(audit("read-across-the-deadline")).isZero();
        assertThat(console.out().lines())
                .startsWith(
                        "3 reads may have returned foreign bytes; of 3 violations 1 CERTAIN, 2 POSSIBLE.",
                        "First 2026-07-25 17:20:00.007, last 2026-07-25 17:20:00.010 (UTC).",
                        "Holders: d0 (3)",
                        "5 reads completed: 1 clean, 3 violating, 1 that nothing can be said about.");
        assertThat(console.out())
                .containsSubsequence(
                        "BY CAUSE",
                        "DEADLINE",
                        "NO_LEASE",
                        "BY HOLDER",
                        "BY READER",
                        "BY TIME (UTC), each 1 s ",
                        "  2026-07-25 17:20:00.000            1         2  ########################################",
                        "VIOLATIONS, the sure ones first",
                        "CERTAIN   READ_AFTER_EXPIRY at d0",
                        "796.600 ms to 1.203 s past the lease's end",
                        "POSSIBLE  READ_AFTER_EXPIRY at d0",
                        "./kvlease explain --input ",
                        " --holder d0 --request r2 --read on-the-edge",
                        "NOTHING CAN BE SAID ABOUT",
                        "CLOCK_UNKNOWN");
    }

    @Test
    void namesTheRequestThatHasTheBlocks() throws IOException {
        assertThat(audit("blocks-reused-while-leased", "--json")).isZero();

        JsonNode violations = new ObjectMapper().readTree(console.out()).at("/violations");
        assertThat(violations.findValuesAsText("type")).contains("DOUBLE_ALLOCATION", "READ_AFTER_REUSE");
        for (JsonNode violation : violations) {
            assertThat(violation.at("/takers").findValuesAsText("request_id"))
                    .contains(violation.get("by").asText());
        }
    }

    @Test
    void aReadThatReportsAnotherLeaseThanItAskedAboutIsNotCalledClean() throws IOException {
        String pair = "\"reader_engine_id\": \"p\", \"reader_incarnation\": \"b\", \"holder_engine_id\": \"h\"";
        String event = "\"holder_engine_id\": \"h\", \"holder_incarnation\": \"a\"";
        String asked = "{" + pair + ", \"request_id\": \"q\", \"read_request_id\": \"%s\", \"num_local_blocks\": 1,"
                + " \"now_ns\": 6000000000, \"expiry_ns\": %d}";
        String read = "{" + pair + ", \"holder_incarnation\": \"a\", \"request_id\": \"q\","
                + " \"read_request_id\": \"%s\", \"lease_seq\": 2, \"status\": \"COMPLETED\","
                + " \"started_ns\": 6000000000, \"finished_ns\": 7000000000}";
        String leased = "{\"type\": \"BLOCKS_ALLOCATED\", " + event + ", \"seq\": %d, \"engine_clock_ns\": %d,"
                + " \"request_id\": \"q\", \"block_ids\": [[%d]], \"expiry_ns\": %d}";
        Path file = records(
                "lease-events {\"type\": \"ENGINE_STARTED\", " + event
                        + ", \"seq\": 0, \"engine_clock_ns\": 1000000000}",
                "handshake-samples {" + pair + ", \"holder_incarnation\": \"a\", \"rank\": 0, \"sent_ns\": 2000000000,"
                        + " \"remote_ns\": 2001000000, \"received_ns\": 2002000000}",
                "lease-events " + leased.formatted(1, 3_000_000_000L, 11, 33_000_000_000L),
                "lease-events " + leased.formatted(2, 5_000_000_000L, 12, 60_000_000_000L),
                "read-intents " + asked.formatted("of-the-first", 33_000_000_000L),
                "read-intents " + asked.formatted("of-the-second", 60_000_000_000L),
                "read-outcomes " + read.formatted("of-the-first"),
                "read-outcomes " + read.formatted("of-the-second"),
                "lease-events {\"type\": \"ENGINE_HEARTBEAT\", " + event
                        + ", \"seq\": 3, \"engine_clock_ns\": 20000000000}");

        assertThat(console.run("audit", "--json", "--input", file.toString())).isZero();

        JsonNode audit = new ObjectMapper().readTree(console.out());
        assertThat(JsonSchema.faults("audit.schema.json", audit)).isEmpty();
        assertThat(audit.at("/summary/reads/clean").asLong()).isEqualTo(1);
        assertThat(audit.at("/not_judged/0/reason").asText()).isEqualTo("LEASE_CONTRADICTED");
        assertThat(audit.at("/not_judged/0").toString())
                .contains("of-the-first")
                .doesNotContain("of-the-second");
    }

    /** An event file of records, each behind the name of its topic. */
    private Path records(String... records) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String record : records) {
            int space = record.indexOf(' ');
            lines.add("{\"topic\": \"" + record.substring(0, space) + "\", \"timestamp\": "
                    + (1_785_000_000_000L + lines.size()) + ", \"value\": " + record.substring(space + 1) + "}");
        }
        return Files.write(dir.resolve("records.ndjson"), lines);
    }

    @Test
    void saysWhenThereIsNothing() {
        assertThat(audit("turn-two-within-lease", "--fail-on", "possible")).isZero();
        assertThat(console.out()).startsWith("No read returned foreign bytes, as far as these records tell.");
    }

    @ParameterizedTest
    @CsvSource({
        "read-across-the-deadline, certain, 1",
        "read-across-the-deadline, possible, 1",
        "engine-restart-supersedes, certain, 0",
        "engine-restart-supersedes, possible, 1"
    })
    void endsAsAskedFor(String scenario, String failOn, int expected) {
        assertThat(audit(scenario, "--fail-on", failOn)).isEqualTo(expected);
    }

    @Test
    void leavesOutWhatIsNoRecordAndSaysSo() throws IOException {
        Path file = dir.resolve("broken.ndjson");
        Files.writeString(
                file, Files.readString(GOLDEN.resolve("turn-two-within-lease.events.ndjson")) + "{nonsense\n");

        assertThat(console.run("audit", "--input", file.toString())).isEqualTo(3);
        assertThat(console.out()).contains("Not all of the input could be read");
    }
}
