package dev.kvlease.app.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Runs commands as the shell would, and keeps what they print. */
public final class TestConsole {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final LongSupplier nanoTime;
    private final Map<String, String> environment;
    private byte[] in = {};

    /** A console that is no terminal, without variables. */
    public TestConsole() {
        this(() -> 0, Map.of());
    }

    TestConsole(LongSupplier nanoTime, Map<String, String> environment) {
        this.nanoTime = nanoTime;
        this.environment = environment;
    }

    TestConsole typing(String text) {
        in = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Runs a command line and gives its exit code. */
    public int run(String... args) {
        return Main.run(console(false), args);
    }

    Console console(boolean terminal) {
        return new Console(
                new ByteArrayInputStream(in),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                nanoTime,
                environment);
    }

    /** What went to standard output. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What went to standard error. */
    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    List<String> errLines() {
        return err().lines().toList();
    }
}
