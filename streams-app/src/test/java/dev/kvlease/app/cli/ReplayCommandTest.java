package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");
    private static final String EVENTS =
            GOLDEN.resolve("turn-two-within-lease.events.ndjson").toString();

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    @Test
    void writesToStandardOutputAndSumsUpOnStandardError() {
        assertThat(console.run("replay", "--input", EVENTS)).isEqualTo(0);
        assertThat(console.out().lines()).hasSize(5).allMatch(line -> line.startsWith("{\"kind\":"));
        assertThat(console.err()).contains("10 records", "READABLE", "2 (WITHIN_LEASE 2)", "DEADLINE_PASSED 1");
    }

    @Test
    void writesTheSameToAFileInANewDirectory() throws IOException {
        Path out = dir.resolve("new/verdicts.ndjson");
        console.run("replay", "--input", EVENTS);

        assertThat(new TestConsole().run("replay", "--input", EVENTS, "--out", out.toString()))
                .isEqualTo(0);
        assertThat(Files.readString(out)).isEqualTo(console.out());
    }

    @Test
    void readsSeveralFilesAndStandardInputInOrder() throws IOException {
        List<String> lines = Files.readAllLines(Path.of(EVENTS));
        Path first = Files.write(dir.resolve("first.ndjson"), lines.subList(0, 4));
        console.run("replay", "--input", EVENTS);

        TestConsole split = new TestConsole().typing(String.join("\n", lines.subList(4, lines.size())));
        assertThat(split.run("replay", "--quiet", "--input", first.toString(), "--input", "-"))
                .isEqualTo(0);
        assertThat(split.out()).isEqualTo(console.out());
        assertThat(split.err()).isEmpty();
    }

    @Test
    void whatIfTheMarginWereShorter() {
        assertThat(console.run("replay", "--input", EVENTS, "--margin", "1s")).isEqualTo(0);
        assertThat(console.err()).contains("3 (WITHIN_LEASE 3)");
    }

    @Test
    void whatIfUntrackedHoldersWereNotTrusted() {
        String events = GOLDEN.resolve("original-fix-cases.events.ndjson").toString();

        assertThat(console.run("replay", "--input", events, "--untracked", "expired"))
                .isEqualTo(0);
        assertThat(console.err()).contains("HOLDER_UNTRACKED 5");

        TestConsole missing = new TestConsole();
        assertThat(missing.run("replay", "--input", events, "--missing-deadline", "expired"))
                .isEqualTo(0);
        assertThat(missing.err()).contains("NO_DEADLINE 1").doesNotContain("READABLE               2 (NO_DEADLINE");
    }

    @Test
    void impossibleRulesAreRefused() {
        assertThat(console.run("replay", "--input", EVENTS, "--margin", "2d")).isEqualTo(2);
        assertThat(console.errLines()).singleElement().asString().contains("--margin must be 0s to");
        assertThat(new TestConsole().run("replay", "--input", EVENTS, "--drift-ppm", "10001"))
                .isEqualTo(2);
        assertThat(new TestConsole().run("replay", "--input", EVENTS, "--untracked", "maybe"))
                .isEqualTo(2);
    }

    @Test
    void reportsTheFirstMalformedLinesAndCountsTheRest() {
        TestConsole typing = new TestConsole().typing("no json\n".repeat(25));

        assertThat(typing.run("replay", "--quiet", "--input", "-")).isEqualTo(3);
        assertThat(typing.errLines()).hasSize(21);
        assertThat(typing.errLines().get(0)).startsWith("-:1: column 1: ");
        assertThat(typing.errLines().get(19)).startsWith("-:20: ");
        assertThat(typing.errLines().get(20)).isEqualTo("25 malformed lines left out (5 not shown)");
        assertThat(typing.out()).isEmpty();
    }

    @Test
    void badRecordsAndRecordsWithoutValueBecomeDeadLettersWithTheirLine() {
        TestConsole typing = new TestConsole().typing("""
                {"topic": "read-intents", "timestamp": 1, "value": null}

                {"topic": "lease-events", "timestamp": 1, "value": {"type": "SOMETHING_NEW", "holder_engine_id": "d", "holder_incarnation": "a", "seq": 1, "engine_clock_ns": 1}}
                """);

        assertThat(typing.run("replay", "--input", "-")).isEqualTo(0);
        assertThat(typing.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains(
                                        "\"kind\":\"dead-letter\"",
                                        "NULL_VALUE",
                                        "\"topic\":\"read-intents\"",
                                        "\"line\":1,\"partition\":0,\"offset\":0}"),
                        line -> assertThat(line)
                                .contains(
                                        "TYPE_UNKNOWN",
                                        "\"topic\":\"lease-events\"",
                                        "\"file\":\"-\"",
                                        "\"line\":3,\"partition\":0,\"offset\":0}"));
        assertThat(typing.err()).contains("TYPE_UNKNOWN 1", "records without value");
    }

    @Test
    void doesNotOverwriteItsInput() throws IOException {
        Path events = Files.copy(Path.of(EVENTS), dir.resolve("events.ndjson"));

        assertThat(console.run("replay", "--input", events.toString(), "--out", events.toString()))
                .isEqualTo(2);
        assertThat(Files.readString(events)).isEqualTo(Files.readString(Path.of(EVENTS)));
    }

    @Test
    void tellsItsProgressEveryTwoSeconds() throws IOException {
        Path events = dir.resolve("many.ndjson");
        Files.writeString(events, "\n".repeat(1 << 20));
        AtomicLong seconds = new AtomicLong();
        TestConsole slow = new TestConsole(() -> seconds.getAndIncrement() * 1_000_000_000L, java.util.Map.of());

        assertThat(slow.run("replay", "--input", events.toString())).isEqualTo(0);
        assertThat(slow.errLines().get(0)).matches("0 records, 0/s, \\d+ %(, \\d+ s left)?");
        assertThat(slow.errLines().size()).isGreaterThan(3);
    }

    @Test
    void hindsightOfWhatCameInOrderChangesNothing() {
        assertThat(console.run("replay", "--hindsight", "--input", EVENTS)).isEqualTo(0);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).contains("0 of ", "answers would have been others");
    }

    @Test
    void hindsightSaysWhatCameTooLate() throws IOException {
        List<String> lines = Files.readAllLines(Path.of(EVENTS));
        List<String> late = new ArrayList<>(lines);
        String allocation = late.stream()
                .filter(line -> line.contains("BLOCKS_ALLOCATED"))
                .findFirst()
                .orElseThrow();
        late.remove(allocation);
        late.add(allocation);
        Path file = Files.write(dir.resolve("late.ndjson"), late);

        assertThat(console.run("replay", "--hindsight", "--input", file.toString()))
                .isEqualTo(0);
        assertThat(console.out().lines())
                .isNotEmpty()
                .allMatch(line -> line.startsWith("{\"kind\":\"hindsight\"") && line.contains("BLOCKS_ALLOCATED"));
        assertThat(console.err()).contains("too late: BLOCKS_ALLOCATED", "EXPIRED LEASE_UNKNOWN -> ");
    }

    @Test
    void aComparisonNeedsVerdictsAndAllRecords() {
        assertThat(console.run("replay", "--compare", "--input", EVENTS)).isEqualTo(1);
        assertThat(console.errLines()).hasSize(1).allMatch(line -> line.contains("no recorded verdict in " + EVENTS));

        TestConsole part = new TestConsole();
        assertThat(part.run("replay", "--compare", "--from", "2h", "--input", EVENTS))
                .isEqualTo(2);
        assertThat(part.errLines()).hasSize(1).allMatch(line -> line.contains("leave out --from and --to"));

        TestConsole both = new TestConsole();
        assertThat(both.run("replay", "--compare", "--hindsight", "--input", EVENTS))
                .isEqualTo(2);
        assertThat(both.err()).contains("name one");
    }
}
