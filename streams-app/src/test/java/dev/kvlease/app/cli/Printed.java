package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * What a command printed.
 *
 * @param out on standard output
 * @param err on standard error
 */
public record Printed(String out, String err) {
    /** Runs a command, which must end so. */
    public static Printed by(ExitCode expected, String... args) {
        TestConsole console = new TestConsole();
        int exitCode = console.run(args);
        assertThat(exitCode).as(() -> List.of(args) + ": " + console.err()).isEqualTo(expected.code());
        return new Printed(console.out(), console.err());
    }
}
