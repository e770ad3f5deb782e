package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Incidents of which there is nothing but the logs of the engines. */
class LogInputTest {
    private static final String LINE = "(EngineCore_DP0 pid=7) WARNING 08-16 10:00:%02d [nixl/worker.py:1] %s";
    private static final String FREED = "Releasing expired KV blocks for request %s which were retrieved by 0 remote"
            + " worker(s) before lease expired.";
    private static final String NOTICE = "Potentially invalid KV blocks for unrecognized request %s were retrieved by a"
            + " decode worker. They may have expired.";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    private String log;

    @BeforeEach
    void logs() throws IOException {
        log = dir.resolve("decode-0.log").toString();
        Files.write(
                dir.resolve("decode-0.log"),
                List.of(
                        "INFO 08-16 09:59:59 [loggers.py:1] Engine 000: running 1 requests",
                        LINE.formatted(0, FREED.formatted("r1")),
                        LINE.formatted(3, FREED.formatted("r2")),
                        LINE.formatted(21, NOTICE.formatted("r1")),
                        LINE.formatted(22, NOTICE.formatted("r9"))));
        Files.write(dir.resolve("decode-1.log"), List.of("INFO 08-16 10:00:00 [loggers.py:1] running 0 requests"));
    }

    private int run(String... command) {
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(List.of("--input", dir.toString()));
        if (!args.contains("--log-year")) {
            args.addAll(List.of("--log-year", "2026"));
        }
        return console.run(args.toArray(String[]::new));
    }

    @Test
    void suspiciousReadsAreToldWithFileAndLine() {
        assertThat(run("audit")).isZero();

        assertThat(console.errLines())
                .containsExactly(
                        "logs of 2 engines: 6 lines, 4 of them about leases; what logs do not tell, no verdict can know",
                        "no line about leases, which proves nothing, in the logs of decode-1",
                        "1 read was told of after the blocks had been freed; how late they ended, --log-notice-delay"
                                + " would say",
                        "  r1 at decode-0: read " + log + ":4, freed " + log + ":2, at least 20 s between",
                        "1 read was told of that the holder did not know, and no line says when the blocks were freed",
                        "  r9 at decode-0: read " + log + ":5; freed before the log begins, or another id");
        assertThat(console.out()).contains("No read returned foreign bytes, as far as these records tell.");
    }

    @Test
    void aBoundOnTheDelayOfNoticesLetsTheAuditJudgeAndNameTheLine() throws IOException {
        assertThat(run("audit", "--json", "--log-notice-delay", "5s")).isZero();

        JsonNode violation = JSON.readTree(console.out()).at("/violations/0");
        assertThat(violation.at("/certainty").asText()).isEqualTo("CERTAIN");
        assertThat(violation.at("/request_id").asText()).isEqualTo("r1");
        assertThat(violation.at("/time_ms").asLong()).isEqualTo(1_786_874_421_000L);
        assertThat(violation.at("/outcome_at/file").asText()).isEqualTo(log);
        assertThat(violation.at("/outcome_at/line").asLong()).isEqualTo(4);
    }

    @Test
    void theLogsMayLieInDirectoriesOfPodsAsKubernetesKeepsThem() throws IOException {
        Path pods = dir.resolve("pods");
        Path container = Files.createDirectories(pods.resolve("llm_decode-7_uid/vllm"));
        Files.move(Path.of(log), container.resolve("0.log"));

        assertThat(console.run("audit", "--input", pods.toString(), "--log-year", "2026"))
                .isZero();
        assertThat(console.err()).contains("r1 at vllm: read " + container.resolve("0.log") + ":4");
    }

    @Test
    void theTextOfAnAuditNamesTheLineToo() {
        assertThat(run("audit", "--log-notice-delay", "5s")).isZero();
        assertThat(console.out()).contains("reported  in " + log + ":4, read-outcomes-0@0");
    }

    @Test
    void aTimelineNamesEachLine() throws IOException {
        assertThat(run("explain", "--json", "--holder", "decode-0", "--request", "r1", "--log-notice-delay", "5s"))
                .isZero();

        List<String> lines = new ArrayList<>();
        JSON.readTree(console.out())
                .get("timeline")
                .forEach(entry -> lines.add(entry.path("file").asText() + ":"
                        + entry.path("line").asLong() + " " + entry.get("topic").asText()));
        assertThat(lines)
                .containsSubsequence(log + ":2 lease-events", log + ":4 handshake-samples", log + ":4 read-outcomes");
    }

    @Test
    void zoneAndNamesMayBeGiven() throws IOException {
        assertThat(run(
                        "audit",
                        "--json",
                        "--log-notice-delay",
                        "5s",
                        "--log-zone",
                        "Europe/Berlin",
                        "--log-engine",
                        "decode-0*=node-7"))
                .isZero();

        JsonNode violation = JSON.readTree(console.out()).at("/violations/0");
        assertThat(violation.at("/holder_engine_id").asText()).isEqualTo("node-7");
        assertThat(violation.at("/time_ms").asLong()).isEqualTo(1_786_874_421_000L - 7_200_000);
    }

    @ParameterizedTest
    @CsvSource({"--log-zone,Mars,no time zone", "--log-notice-delay,8s,0 to 7 s", "--log-year,25,1971 to 2200"})
    void whatMakesNoSenseIsRefused(String option, String value, String words) {
        assertThat(run("audit", option, value)).isEqualTo(2);
        assertThat(console.errLines()).singleElement().asString().contains(words);
    }
}
