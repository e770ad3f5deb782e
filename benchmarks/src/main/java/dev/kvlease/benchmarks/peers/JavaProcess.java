package dev.kvlease.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that this one has started and that does not outlive it. */
final class JavaProcess implements AutoCloseable {
    private static final int STOP_SECONDS = 30;
    private static final int TAIL_LINES = 15;

    private final Process process;
    private final Path log;
    private final Thread onExit;

    private JavaProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.onExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(onExit);
    }

    /**
     * Starts one.
     *
     * @param log where what it says on standard error goes
     * @param arguments options, class path, main class and its arguments
     */
    static JavaProcess start(Path log, List<String> arguments) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(log.toFile());
        return new JavaProcess(builder.start(), log);
    }

    /** The first line on standard output. */
    String firstLine() throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) {
            throw new IllegalStateException("a process ended early:\n" + tail());
        }
        return line;
    }

    /** Processor time of all its threads so far. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("a process ended with " + process.exitValue() + ":\n" + tail());
        }
    }

    String tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /** Asks it to stop, and makes it. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.destroy();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException | IllegalStateException e) {
            process.destroyForcibly();
        }
    }
}
