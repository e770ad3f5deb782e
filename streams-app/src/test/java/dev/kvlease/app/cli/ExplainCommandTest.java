package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.docs.JsonSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    private int explain(String scenario, String holder, String request, String... more) {
        List<String> args = new java.util.ArrayList<>(List.of(
                "explain",
                "--input",
                GOLDEN.resolve(scenario + ".events.ndjson").toString(),
                "--holder",
                holder,
                "--request",
                request));
        args.addAll(List.of(more));
        return console.run(args.toArray(String[]::new));
    }

    @Test
    void tellsTheLeaseFromItsAllocationToItsReuse() {
        assertThat(explain("blocks-reused-while-leased", "d0", "r1")).isEqualTo(0);
        assertThat(console.out())
                .containsSubsequence(
                        "6 verdicts in 16 records",
                        "LEASE of life a, seq 1",
                        "allocated 10.000000",
                        "deadline  490.000000",
                        "between ~489.951000 and ~490.049000 for p0",
                        "reused    15.000000, by r3",
                        "TIMELINE",
                        "d0 starts life a, seq 0",
                        "p0 asks d0 for its clock",
                        "d0 leases 3 blocks to r1 until 490.000000 (480.000 s ahead), seq 1",
                        "p0 asks to read, as x1",
                        "-> READABLE, WITHIN_LEASE (V19), may start until 20.002000, bytes must be there before 489.951000",
                        "d0 leases 2 blocks to r3",
                        "-> VIOLATION: DOUBLE_ALLOCATION, CERTAIN, blocks taken by r3",
                        "-> takes back: EXPIRED, BLOCKS_REUSED (REVOCATION) for x1",
                        "p0 has read, as x1: from 14.000000 to 17.000000 (3.000 s)",
                        "-> VIOLATION: READ_AFTER_REUSE, CERTAIN, read x1",
                        "VERDICT on read x1 of p0: READABLE, WITHIN_LEASE",
                        "rule      V19: otherwise",
                        "deadline = earliest(expiry) = ref + x - drift(x)   = 489.951000050",
                        "VERDICT taken back for read x1 of p0: EXPIRED, BLOCKS_REUSED",
                        "Revocation: its lease ends")
                .doesNotContain("null-block-is-nobodys", "r2 ", "replaced  ", "lawful-after-expiry");
        assertThat(console.err()).isEmpty();
    }

    @Test
    void onlyOneRead() {
        assertThat(explain("blocks-reused-while-leased", "d0", "r1", "--read", "x3"))
                .isEqualTo(0);
        assertThat(console.out())
                .contains("1 verdict in 16 records", "VERDICT on read x3")
                .doesNotContain("shared-is-fine", "as x1", "VERDICT on read x6");
    }

    @Test
    void tellsWhereEventsAreMissingAndWhenTheyCome() {
        assertThat(explain("lost-event-opens-a-gap", "d0", "r1")).isEqualTo(0);
        assertThat(console.out())
                .containsSubsequence(
                        "-> seq 3 is missing so far",
                        "-> EXPIRED, EVENT_GAP (V7, provisional)",
                        "d0 releases the blocks of r1 (ABORTED), seq 3",
                        "-> EXPIRED, RELEASED (V6)");
    }

    @Test
    void tellsOfRestartsAndOfClocksThatAreNotUsed() {
        assertThat(explain("engine-restart-supersedes", "d0", "r1")).isEqualTo(0);
        assertThat(console.out()).contains("d0 starts life a", "d0 starts life b", "ENGINE_RESTARTED");

        TestConsole step = new TestConsole();
        assertThat(step.run(
                        "explain",
                        "-i",
                        GOLDEN.resolve("a-step-needs-two-samples.events.ndjson").toString(),
                        "--holder",
                        "d0",
                        "--request",
                        "r1"))
                .isEqualTo(0);
        assertThat(step.out())
                .contains(
                        "in doubt, not used", "-> clock stepped", "NOT usable", "-> d0's clock = p0's + 470.000000 s");
    }

    @Test
    void anUntrackedHolderIsExplainedByTheIntentsOwnDeadline() {
        assertThat(explain("original-fix-cases", "d1", "decode-req")).isEqualTo(0);
        assertThat(console.out())
                .contains(
                        "not tracked: it has sent no lease events",
                        "V17",
                        "the deadline passed",
                        "told expiry 1050.000000")
                .doesNotContain("SILENCE");
    }

    @Test
    void givesTheSameAsJson() throws IOException {
        assertThat(explain("silent-holder", "d0", "r1", "--json")).isEqualTo(0);

        JsonNode json = new ObjectMapper().readTree(console.out());
        assertThat(JsonSchema.faults("explain.schema.json", json)).isEmpty();
        assertThat(json.get("timeline").get(2).get("text").asText()).startsWith("d0 leases 1 block to r1");
        assertThat(json.get("timeline").get(2).get("holder_clock_ns").asLong()).isEqualTo(10_000_000_000L);
        assertThat(json.get("timeline").get(2).get("line").asLong()).isEqualTo(3);
        JsonNode silent = json.get("verdicts").get(1);
        assertThat(silent.get("reason").asText()).isEqualTo("HOLDER_SILENT");
        assertThat(silent.get("rule_text").asText()).isEqualTo("now > latest(W + SILENCE)");
        assertThat(silent.get("arithmetic").findValuesAsText("name")).contains("until H counts as silent");
    }

    @Test
    void nothingFoundNamesWhatComesNearest() {
        assertThat(explain("silent-holder", "d0", "r9")).isEqualTo(1);
        assertThat(console.errLines()).singleElement().asString().contains("has no request r9", "r1, r2");

        TestConsole holder = new TestConsole();
        String file = GOLDEN.resolve("original-fix-cases.events.ndjson").toString();
        assertThat(holder.run("explain", "-i", file, "--holder", "d9", "--request", "x"))
                .isEqualTo(1);
        assertThat(holder.err()).contains("no record of a holder d9", "d0, d1");

        TestConsole elsewhere = new TestConsole();
        assertThat(elsewhere.run("explain", "-i", file, "--holder", "d9", "--request", "decode-req"))
                .isEqualTo(1);
        assertThat(elsewhere.err()).contains("there is one at d0, d1, d2, d3, d4");
    }

    @Test
    void malformedLinesAreReportedAndLeftOut() throws IOException {
        Path events = dir.resolve("events.ndjson");
        Files.writeString(
                events, "garbage\n" + Files.readString(GOLDEN.resolve("turn-two-within-lease.events.ndjson")));

        assertThat(console.run("explain", "-i", events.toString(), "--holder", "d0", "--request", "r1"))
                .isEqualTo(3);
        assertThat(console.err()).contains(":1: ", "1 malformed line left out");
        assertThat(console.out()).contains("4 verdicts");
    }
}
