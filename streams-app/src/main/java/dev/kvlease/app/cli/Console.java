package dev.kvlease.app.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What a command talks to. Commands with a constructor that takes a console are given it.
 *
 * @param in standard input
 * @param out standard output, for results only; not buffered
 * @param err standard error, for everything meant for a person
 * @param terminal whether a person watches standard error on a terminal that understands control sequences
 * @param nanoTime a clock of arbitrary origin, in nanoseconds
 * @param environment the environment variables
 */
public record Console(
        InputStream in,
        OutputStream out,
        PrintStream err,
        boolean terminal,
        LongSupplier nanoTime,
        Map<String, String> environment) {
    /** Copies the environment. */
    public Console {
        environment = Map.copyOf(environment);
    }

    /**
     * The console of this process.
     *
     * @return standard input, output and error
     */
    public static Console ofProcess() {
        String term = System.getenv("TERM");
        boolean capable = term != null && !term.equals("dumb") && System.getenv("CI") == null;
        boolean terminal = capable && "true".equals(System.getProperty("kvlease.terminal"));
        return new Console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                terminal,
                System::nanoTime,
                System.getenv());
    }
}
