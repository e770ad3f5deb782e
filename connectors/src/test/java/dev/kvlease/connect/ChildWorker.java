package dev.kvlease.connect;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.cli.ConnectDistributed;

/** A Connect worker in a process of its own, which a test may kill. */
final class ChildWorker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final WorkerRest rest;

    private ChildWorker(Process process, WorkerRest rest) {
        this.process = process;
        this.rest = rest;
    }

    /**
     * Starts it, and returns when it answers.
     *
     * @param directory for its settings and its log
     * @param classPath what the worker itself has; its plugins may lie elsewhere
     * @param port of its REST interface
     * @param settings the worker's
     */
    static ChildWorker start(Path directory, List<String> classPath, int port, Map<String, String> settings)
            throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        // the broker's least, so that a killed worker is not waited for
        all.put("session.timeout.ms", "6000");
        all.put("heartbeat.interval.ms", "1000");
        Properties properties = new Properties();
        properties.putAll(all);
        Path file = directory.resolve("worker.properties");
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        Path log = directory.resolve("worker.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        String.join(System.getProperty("path.separator"), classPath),
                        ConnectDistributed.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        ChildWorker worker = new ChildWorker(process, new WorkerRest(port));
        try {
            await().atMost(PATIENCE).until(() -> worker.answers(log));
        } catch (RuntimeException e) {
            worker.kill();
            throw e;
        }
        return worker;
    }

    /** What this test itself runs with. */
    static List<String> ownClassPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return List.of(path.split(System.getProperty("path.separator")));
    }

    private boolean answers(Path log) throws InterruptedException, IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the worker has ended:\n" + Files.readString(log));
        }
        try {
            return rest.call("GET", "/connectors", "").startsWith("200");
        } catch (IOException e) {
            return false;
        }
    }

    String call(String method, String path, String json) throws IOException, InterruptedException {
        return rest.call(method, path, json);
    }

    /** What {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !process.isAlive());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
