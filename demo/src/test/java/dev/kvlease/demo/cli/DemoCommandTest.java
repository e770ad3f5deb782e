package dev.kvlease.demo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DemoCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @Test
    void whatCannotBeIsSaidInOneLine() throws Exception {
        assertThat(run("demo", "--for", "1s")).isEqualTo(2);
        assertThat(run("demo", "--holders", "0")).isEqualTo(2);
        assertThat(run("demo", "--record", directory.toString())).isEqualTo(2);
        Files.writeString(directory.resolve("something"), "x");
        assertThat(run("demo", "--data-dir", directory.toString())).isEqualTo(2);
        assertThat(text(err).lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).startsWith("kvlease demo: "))
                .anySatisfy(line -> assertThat(line).contains("5s to 7d"))
                .anySatisfy(line -> assertThat(line).contains("is not empty"));
        assertThat(text(out)).isEmpty();
    }

    @Test
    void withoutATerminalItTellsStepsAndLinesAndPrintsTheProof() {
        // logs stay where the other tests' are
        System.setProperty("org.slf4j.simpleLogger.logFile", "System.err");
        Path data = directory.resolve("data");
        assertThat(run("demo", "--for", "8s", "--conversations", "40", "--data-dir", data.toString()))
                .as(text(err))
                .isEqualTo(0);
        assertThat(text(err))
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
        assertThat(text(out)).startsWith("Proof, from the ground truth of ").contains("  with kvlease");
    }

    @Test
    void helpNamesItFirstAmongTheVerbs() {
        assertThat(run("--help")).isZero();
        assertThat(text(out)).containsSubsequence("Verbs:", "  demo ", "  run ", "  replay ");
    }

    @Test
    void theReadmesCommandsHaveTheirOptions() throws Exception {
        assertThat(run("demo", "--help")).isZero();
        Matcher commands = Pattern.compile("(?m)^ {4}\\./kvlease demo (.*)$")
                .matcher(Files.readString(Path.of("..", "README.md")));
        int found = 0;
        for (; commands.find(); found++) {
            Matcher options = Pattern.compile("--[a-z-]+").matcher(commands.group(1));
            while (options.find()) {
                assertThat(text(out)).containsPattern("(?m)" + Pattern.quote(options.group()) + "(?![a-z-])");
            }
        }
        assertThat(found).isPositive();
    }

    private int run(String... args) {
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console =
                new Console(new ByteArrayInputStream(new byte[0]), out, errors, false, System::nanoTime, Map.of());
        return Main.run(console, args);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
