package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.app.cli.Printed;
import dev.kvlease.app.source.StoredJson;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say of files that hold a run whose tasks took the records in another order than that of time. */
class RecordedOrderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 17;

    private static History history;
    private static RecordedRun run;

    @TempDir
    private Path dir;

    @BeforeAll
    static void record() {
        history = History.simulated(FleetScenario.incident(8, 24, 120_000_000_000L), SEED);
        run = new RecordedRun(history, SEED, false);
        assertThat(run.verdicts).hasSizeGreaterThan(200);
    }

    private Path file(String name) {
        return dir.resolve(name);
    }

    /** The verdicts that a replay gives, those of a task in order. */
    private static List<JsonNode> replayed(String... input) throws IOException {
        Printed printed = Printed.by(ExitCode.OK, with(input, "replay", "--quiet"));
        List<JsonNode> verdicts = new ArrayList<>();
        for (String line : printed.out().lines().toList()) {
            ObjectNode object = (ObjectNode) JSON.readTree(line);
            if (object.remove("kind").asText().equals("verdict")) {
                verdicts.add(object);
            }
        }
        return byTask(verdicts);
    }

    private static String[] with(String[] input, String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(input));
        return all.toArray(String[]::new);
    }

    private static List<JsonNode> byTask(List<JsonNode> verdicts) {
        List<JsonNode> sorted = new ArrayList<>(verdicts);
        sorted.sort((one, other) -> Integer.compare(task(one), task(other)));
        return sorted;
    }

    private static int task(JsonNode verdict) {
        return verdict.get("evidence").get("as_of").get("partition").asInt();
    }

    private static List<JsonNode> answers(RecordedRun of) throws IOException {
        List<JsonNode> answers = new ArrayList<>();
        for (Verdict verdict : of.answers) {
            answers.add(JSON.readTree(StoredJson.toJson(verdict).toString()));
        }
        return byTask(answers);
    }

    private static String path(Path file) {
        return file.toString();
    }

    @Test
    void aReplayTakesTheRecordsAsVerdictsOfAFileTell() throws IOException {
        String inputs = path(run.inputsAlone(file("inputs.ndjson")));
        String verdicts = path(run.verdictsAlone(file("verdicts.ndjson")));

        assertThat(replayed("--input", inputs, "--verdicts", verdicts)).isEqualTo(answers(run));
        assertThat(replayed("--input", inputs)).isNotEqualTo(answers(run));
    }

    @Test
    void theInputsThemselvesMayHaveTheVerdicts() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));

        assertThat(replayed("--input", all, "--verdicts", all)).isEqualTo(answers(run));
    }

    /** What was taken again after a crash counts as taken then. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void overCrashes(long seed) throws IOException {
        RecordedRun crashed = new RecordedRun(history, seed, true);
        String all = path(crashed.byTime(file("all.ndjson")));

        assertThat(replayed("--input", all, "--verdicts", all))
                .as("seed %d", seed)
                .isEqualTo(answers(crashed));
        assertThat(compared(ExitCode.OK, "--input", all)).contains(crashed.verdicts.size() + " same, 0 different");
    }

    @Test
    void explainAuditAndHindsightSayTheSameAsOfAFileInThatOrder() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));
        String taken = path(run.asTaken(file("taken.ndjson")));
        Verdict verdict = run.answers.iterator().next();
        List<String[]> commands = List.of(
                new String[] {
                    "explain", "--holder", verdict.getHolderEngineId(), "--request", verdict.getRequestId(), "--json"
                },
                new String[] {"audit", "--json"},
                new String[] {"replay", "--hindsight", "--quiet"},
                new String[] {"replay", "--what-if", "--margin", "2s"});

        for (String[] command : commands) {
            String ordered = Printed.by(ExitCode.OK, with(new String[] {"--input", all, "--verdicts", all}, command))
                    .out();
            String plain = Printed.by(ExitCode.OK, with(new String[] {"--input", taken}, command))
                    .out();
            assertThat(placeless(ordered)).as(command[0]).isNotEmpty().isEqualTo(placeless(plain));
        }
    }

    private static List<String> placeless(String output) {
        return output.lines()
                .map(line -> line.replaceAll("\"(file|line)\":(\"[^\"]*\"|\\d+),?", "")
                        .replaceAll("\"sources\":\\[[^]]*]", ""))
                .sorted()
                .toList();
    }

    private static String compared(ExitCode expected, String... input) {
        return Printed.by(expected, with(input, "replay", "--compare")).err();
    }

    @Test
    void everyVerdictIsTheSameInWhateverOrderAndFormTheFilesAre() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));
        String packed = path(file("all.ndjson.gz"));
        String avro = path(file("avro"));
        Printed.by(ExitCode.OK, "export", "--input", all, "--out", packed);
        Printed.by(ExitCode.OK, "export", "--input", all, "--format", "avro", "--out", avro);
        String inputs = path(run.inputsAlone(file("inputs.ndjson")));
        String verdicts = path(run.verdictsAlone(file("verdicts.ndjson")));
        String same = run.verdicts.size() + " same, 0 different, 0 missing, 0 extra";

        assertThat(compared(ExitCode.OK, "--input", all)).contains(same);
        assertThat(compared(ExitCode.OK, "--input", packed)).contains(same);
        assertThat(compared(ExitCode.OK, "--input", avro)).contains(same);
        assertThat(compared(ExitCode.OK, "--input", inputs, "--verdicts", verdicts))
                .contains(same);
        assertThat(compared(ExitCode.OK, "--input", verdicts, inputs)).contains(same);
        assertThat(compared(
                        ExitCode.OK,
                        "--input",
                        inputs,
                        "--verdicts",
                        path(file("avro").resolve("verdicts.avro"))))
                .contains(same);
    }

    @Test
    void anAnonymizedExportIsTheSameUnderOtherNames() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));
        String shared = path(file("shared.ndjson"));
        Printed.by(ExitCode.OK, "export", "--input", all, "--anonymize", "--out", shared);

        assertThat(compared(ExitCode.OK, "--input", shared)).contains(run.verdicts.size() + " same, 0 different");
    }

    @Test
    void aNanosecondIsADifferenceAndSaysWhere() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));
        StoredRecord changed = run.verdicts.stream()
                .filter(record -> record.verdict().orElseThrow().getDeadlineNs() != null)
                .findFirst()
                .orElseThrow();
        Verdict verdict = changed.verdict().orElseThrow();
        String was = "\"deadline_ns\":" + verdict.getDeadlineNs() + ",\"revision\":" + verdict.getRevision() + ",";
        String text = Files.readString(Path.of(all));
        assertThat(text).containsOnlyOnce(was);
        Files.writeString(
                Path.of(all),
                text.replace(was, was.replace("" + verdict.getDeadlineNs(), "" + (verdict.getDeadlineNs() + 1))));

        assertThat(compared(ExitCode.NOT_EXACT, "--input", all))
                .contains(
                        run.verdicts.size() - 1 + " same, 1 different, 0 missing, 0 extra",
                        "first divergence: different: the verdict for read " + verdict.getReadRequestId(),
                        "recorded at verdicts-" + changed.origin().partition() + "@"
                                + changed.origin().offset(),
                        "deadline_ns: recorded " + (verdict.getDeadlineNs() + 1) + ", replayed "
                                + verdict.getDeadlineNs());
    }

    @Test
    void oneThatIsGoneIsMissed() throws IOException {
        String inputs = path(run.inputsAlone(file("inputs.ndjson")));
        List<String> lines = Files.readAllLines(run.verdictsAlone(file("verdicts.ndjson")));
        lines.remove(lines.size() / 4);
        Path fewer = Files.write(file("fewer.ndjson"), lines);

        assertThat(compared(ExitCode.NOT_EXACT, "--input", inputs, "--verdicts", path(fewer)))
                .contains(run.verdicts.size() - 1 + " same, 0 different, 1 missing, 0 extra");
    }

    @Test
    void withoutRecordedVerdictsThereIsNothingToCompare() {
        String inputs = path(run.inputsAlone(file("inputs.ndjson")));

        assertThat(compared(ExitCode.FOUND_PROBLEMS, "--input", inputs))
                .contains("no recorded verdict in " + inputs, "--verdicts");
        assertThat(Printed.by(ExitCode.FOUND_PROBLEMS, "replay", "--input", inputs, "--verdicts", inputs)
                        .err())
                .contains("no recorded verdict in " + inputs);
        assertThat(compared(ExitCode.UNAVAILABLE, "--input", inputs, "--verdicts", path(file("none"))))
                .contains("none: not a file that can be read");
    }

    /** Records that were left out prove nothing against the stream. */
    @Test
    void anExportOfOneHolderIsComparedAsFarAsItGoes() {
        String all = path(run.byTime(file("all.ndjson")));
        String holder = run.answers.iterator().next().getHolderEngineId();
        String part = path(file("part.ndjson"));
        Printed.by(ExitCode.OK, "export", "--input", all, "--holder", holder, "--out", part);

        assertThat(compared(ExitCode.OK, "--input", part))
                .contains("0 different, 0 missing, 0 extra", "that prove nothing: the records do not reach back");
    }

    /** Where the beginning is not kept any more, all that is kept is taken, and the rest is not held against the stream. */
    @Test
    void aHistoryThatIsCutOffIsTakenAsFarAsItIsKept() throws IOException {
        List<String> inputs = Files.readAllLines(run.inputsAlone(file("inputs.ndjson")));
        List<String> verdicts = Files.readAllLines(run.verdictsAlone(file("verdicts.ndjson")));
        long fromMs =
                JSON.readTree(inputs.get(inputs.size() / 3)).get("timestamp").asLong();
        String kept = path(Files.write(file("kept.ndjson"), since(fromMs, inputs)));
        String told = path(Files.write(file("told.ndjson"), since(fromMs, verdicts)));

        assertThat(compared(ExitCode.OK, "--input", kept, "--verdicts", told))
                .contains("0 different, 0 missing, 0 extra", "that prove nothing: the records do not reach back");
        assertThat(Printed.by(ExitCode.OK, "replay", "--input", kept, "--verdicts", told, "--out", path(file("out")))
                        .err())
                .contains(String.format("%,d records in", since(fromMs, inputs).size()));
    }

    private static List<String> since(long fromMs, List<String> lines) throws IOException {
        List<String> since = new ArrayList<>();
        for (String line : lines) {
            if (JSON.readTree(line).get("timestamp").asLong() >= fromMs) {
                since.add(line);
            }
        }
        return since;
    }

    @Test
    void recordsThatStandThereTwiceAreTakenOnce() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));
        String inputs = path(run.inputsAlone(file("inputs.ndjson")));

        assertThat(compared(ExitCode.OK, "--input", all, inputs))
                .contains(
                        String.format("%,d records stand there twice and are taken once", run.inputs.size()),
                        run.verdicts.size() + " same, 0 different");
    }

    @Test
    void verdictsThatTellNoPlaceAreToldAndLeftOut() throws IOException {
        String all = path(run.byTime(file("all.ndjson")));
        Path odd = Files.writeString(file("odd.ndjson"), """
                {"topic":"verdicts","timestamp":1,"value":{"reader_engine_id":"r"}}
                {"topic":"verdicts","timestamp":1,"value":{"reader_engine_id":"r","evidence":{"as_of":{"partition":0}},"consumed":{"run":1,"step":2,"trail":"e?"}}}
                """);

        assertThat(compared(ExitCode.MALFORMED_INPUT, "--input", all, path(odd)))
                .contains(
                        "odd.ndjson:1: a verdict without evidence.as_of",
                        "odd.ndjson:2: no trail: e?",
                        run.verdicts.size() + " same, 0 different");
    }
}
