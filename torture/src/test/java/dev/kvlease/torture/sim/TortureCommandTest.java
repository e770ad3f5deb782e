package dev.kvlease.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.app.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The option {@code --torture} of the verb {@code simulate}, found by the service loader. */
class TortureCommandTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                errors,
                false,
                System::nanoTime,
                Map.of());
        return Main.run(console, args);
    }

    private String told() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void playsSeedsUntilThereWereEnoughReadsAndSaysWhereToGoOn() {
        assertThat(run("simulate", "--torture", "--seed", "3", "--reads", "1", "--threads", "2"))
                .as(told())
                .isEqualTo(ExitCode.OK.code());
        assertThat(told()).contains("within-bounds", "3 to 3", "rules broken", "go on with --seed 4");
    }

    @Test
    void saysWhatModesThereAre() {
        assertThat(run("simulate", "--torture", "--mode", "sideways")).isEqualTo(ExitCode.USAGE.code());
        assertThat(told()).contains("within-bounds or outside-bounds, not sideways");
    }
}
