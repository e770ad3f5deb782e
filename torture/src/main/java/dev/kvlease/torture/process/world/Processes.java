package dev.kvlease.torture.process.world;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts processes, and leaves none behind: when it is closed all are killed, and no other starts. */
final class Processes implements AutoCloseable {
    private final List<Child> all = new ArrayList<>();
    private boolean closed;

    /**
     * Starts a Java program with the class path of this process.
     *
     * @param name what it is called
     * @param heapMb most of its heap
     * @param environment variables besides those of this process
     * @param log where what it says is appended
     * @param program options, its main class and arguments
     * @return the running process
     */
    synchronized Child java(String name, int heapMb, Map<String, String> environment, Path log, List<String> program) {
        if (closed) {
            throw new TortureException("stopped before " + name + " was started");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + heapMb + "m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            long logStart = Files.exists(log) ? Files.size(log) : 0;
            Child child = new Child(name, builder.start(), log, logStart);
            all.removeIf(ended -> !ended.isAlive());
            all.add(child);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (Child child : all) {
            try {
                child.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
