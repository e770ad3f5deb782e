package dev.kvlease.torture.process.world;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process that may be killed. What it says goes to a file. */
public final class Child {
    private static final Duration GRACE = Duration.ofSeconds(40);
    private static final int KILLED = 137;

    private final String name;
    private final Process process;
    private final Path log;
    private final long logStart;

    /**
     * A process that has started.
     *
     * @param name what it is called
     * @param process the process
     * @param log what it says is appended there
     * @param logStart how long the log was before
     */
    Child(String name, Process process, Path log, long logStart) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.logStart = logStart;
    }

    /**
     * Whether it is there.
     *
     * @return false once it has ended
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * {@code kill -9}. Does nothing to one that has ended.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /**
     * SIGTERM, and a kill if it does not end.
     *
     * @return its exit code
     * @throws InterruptedException if the thread is interrupted
     */
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
            return KILLED;
        }
        return process.exitValue();
    }

    /**
     * Sends a signal.
     *
     * @param signal its name, such as STOP
     */
    public void signal(String signal) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for it to end by itself.
     *
     * @param bound how long
     * @return its exit code; empty if it goes on
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<Integer> exitWithin(Duration bound) throws InterruptedException {
        return process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)
                ? Optional.of(process.exitValue())
                : Optional.empty();
    }

    /**
     * What it said last.
     *
     * @return the last line that is not empty
     */
    public String lastLine() {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> !line.isBlank()).reduce("(nothing)", (before, line) -> line);
        } catch (IOException e) {
            return "(its log cannot be read: " + e.getMessage() + ")";
        }
    }

    /**
     * All that this process has said, and none before it.
     *
     * @return lines
     */
    public List<String> lines() {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(logStart);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            return List.of("(its log cannot be read: " + e.getMessage() + ")");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
