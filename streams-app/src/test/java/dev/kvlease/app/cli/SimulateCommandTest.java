package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    @Test
    void writesEventsAndTruthAndProvesTheGate() throws IOException {
        Path events = dir.resolve("events.ndjson");
        Path truth = dir.resolve("truth.ndjson");

        int code = console.run(
                "simulate",
                "--seed",
                "5",
                "--duration",
                "1m",
                "--engines",
                "4",
                "--out",
                events.toString(),
                "--truth",
                truth.toString());

        assertThat(code).isEqualTo(0);
        assertThat(Files.readAllLines(events)).isNotEmpty().allMatch(line -> line.startsWith("{\"topic\":"));
        assertThat(Files.readAllLines(truth)).isNotEmpty().allMatch(line -> line.contains("\"fate\":"));
        assertThat(console.err())
                .containsPattern("did use foreign blocks, readers being GATED +0\\R")
                .contains("seed 5");
        assertThat(new TestConsole().run("replay", "--input", events.toString()))
                .isEqualTo(0);
    }

    @Test
    void sizesAreAsAskedFor() {
        assertThat(console.run(
                        "simulate",
                        "--duration",
                        "10s",
                        "--holders",
                        "1",
                        "--readers",
                        "3",
                        "--scenario",
                        "CALM",
                        "-o",
                        "-"))
                .isEqualTo(0);
        assertThat(console.out())
                .contains("\"holder_engine_id\":\"decode-0\"", "\"reader_engine_id\":\"prefill-2\"")
                .doesNotContain("\"holder_engine_id\":\"decode-1\"", "\"reader_engine_id\":\"prefill-3\"");
    }

    @Test
    void withoutAGateForeignBlocksAreUsedAndTheExitCodeSaysSo() {
        assertThat(console.run("simulate", "--seed", "5", "--policy", "ungated", "--quiet", "--out", "-"))
                .isEqualTo(1);
        assertThat(console.err()).isEmpty();
    }

    @Test
    void impossibleFleetsAreRefusedInOneLine() {
        assertThat(new TestConsole().run("simulate", "--out", "-", "--engines", "1"))
                .isEqualTo(2);
        assertThat(new TestConsole().run("simulate", "--out", "-", "--holders", "0"))
                .isEqualTo(2);
        assertThat(new TestConsole().run("simulate", "--out", "-", "--duration", "0s"))
                .isEqualTo(2);
        assertThat(new TestConsole().run("simulate", "--out", "-", "--policy", "none"))
                .isEqualTo(2);
        assertThat(console.run("simulate", "--out", "-", "--duration", "ten")).isEqualTo(2);
        assertThat(console.errLines().get(0)).contains("'ten' is no duration; write 500ms, 20s");
    }

    @Test
    void tortureNeedsTheModuleThatDoesIt() {
        TestConsole console = new TestConsole();
        assertThat(console.run("simulate", "--torture")).isEqualTo(ExitCode.UNAVAILABLE.code());
        assertThat(console.err())
                .contains("the module torture, which is not on the class path")
                .hasLineCount(1);
    }
}
