package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DemoCommandTest {
    private final TestConsole console = new TestConsole(System::nanoTime, Map.of());

    @TempDir
    private Path directory;

    @Test
    void whatCannotBeIsSaidInOneLine() throws Exception {
        assertThat(console.run("demo", "--for", "1s")).isEqualTo(2);
        assertThat(console.run("demo", "--holders", "0")).isEqualTo(2);
        assertThat(console.run("demo", "--record", directory.toString())).isEqualTo(2);
        Files.writeString(directory.resolve("something"), "x");
        assertThat(console.run("demo", "--data-dir", directory.toString())).isEqualTo(2);
        assertThat(console.err().lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).startsWith("kvlease demo: "))
                .anySatisfy(line -> assertThat(line).contains("5s to 7d"))
                .anySatisfy(line -> assertThat(line).contains("is not empty"));
        assertThat(console.out()).isEmpty();
    }

    @Test
    void withoutATerminalItTellsStepsAndLinesAndPrintsTheProof() {
        // logs stay where the other tests' are
        System.setProperty("org.slf4j.simpleLogger.logFile", "System.err");
        Path data = directory.resolve("data");
        assertThat(console.run("demo", "--for", "8s", "--conversations", "40", "--data-dir", data.toString()))
                .as(console.err())
                .isEqualTo(0);
        assertThat(console.err())
                .containsSubsequence(
                        "Starting a Kafka broker",
                        "Kafka broker at 127.0.0.1:",
                        "schema registry at http://127.0.0.1:",
                        "lease stream RUNNING",
                        "4 holders, 3 readers, 40 conversations, seed 7",
                        "kcat -b 127.0.0.1:",
                        " verdicts: ",
                        "--record run.ndjson",
                        "Kept: " + data)
                .doesNotContain("\u001b", "\tat ");
        assertThat(console.out()).startsWith("Proof, from the ground truth of ").contains("  with kvlease");
    }
}
