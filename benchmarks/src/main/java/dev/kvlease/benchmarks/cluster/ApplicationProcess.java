package dev.kvlease.benchmarks.cluster;

import dev.kvlease.app.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code kvlease run} in a process of its own, with a heap and a garbage collector of its own, as a user would have it. */
public final class ApplicationProcess implements AutoCloseable {
    private static final String RUNNING = "kvlease run: running";
    private static final String HTTP = "http://";
    private static final Pattern USED = Pattern.compile("used (\\d+)K");
    private static final int LAST_LINES = 10;
    private static final long START_SECONDS = 180;
    private static final long STOP_SECONDS = 60;

    private final Process process;
    private final CountDownLatch running = new CountDownLatch(1);
    private final Deque<String> lastLines = new ConcurrentLinkedDeque<>();
    private volatile String address = "";

    private ApplicationProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "application-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one and waits until it works on its partitions.
     *
     * @param cluster where to
     * @param properties its configuration
     * @return the running process
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    public static ApplicationProcess start(Cluster cluster, Map<String, String> properties)
            throws IOException, InterruptedException {
        ApplicationProcess application = launch(cluster, properties);
        application.awaitRunning();
        return application;
    }

    /**
     * Starts one.
     *
     * @param cluster where to
     * @param properties its configuration
     * @return the process, which may not be working yet
     * @throws IOException if it cannot be started
     */
    public static ApplicationProcess launch(Cluster cluster, Map<String, String> properties) throws IOException {
        Path file = Files.createTempFile(cluster.directory(), "application", ".properties");
        Properties written = new Properties();
        written.putAll(properties);
        try (Writer out = Files.newBufferedWriter(file)) {
            written.store(out, null);
        }
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx3g",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "run",
                        "--config",
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new ApplicationProcess(process);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                remember(line);
                int http = line.indexOf(HTTP);
                if (http >= 0) {
                    address = line.substring(http);
                }
                if (line.startsWith(RUNNING)) {
                    running.countDown();
                }
            }
        } catch (IOException e) {
            remember(e.toString());
        }
    }

    private void remember(String line) {
        lastLines.add(line);
        if (lastLines.size() > LAST_LINES) {
            lastLines.removeFirst();
        }
    }

    /**
     * Waits until it works on its partitions.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitRunning() throws InterruptedException {
        if (!running.await(START_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(
                    "the application does not run; it said last:\n" + String.join("\n", lastLines));
        }
    }

    /**
     * Where it answers over HTTP.
     *
     * @return its URL; empty if that is switched off, or before it runs
     */
    public String address() {
        return address;
    }

    /**
     * What its heap holds after a collection.
     *
     * @return bytes
     * @throws IOException if the JDK's tool for it cannot be started
     */
    public long heapBytes() throws IOException {
        jcmd("GC.run");
        Matcher used = USED.matcher(jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new IOException("jcmd tells no heap of process " + process.pid());
        }
        return Long.parseLong(used.group(1)) << 10;
    }

    private String jcmd(String command) throws IOException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process asked = new ProcessBuilder(tool.toString(), Long.toString(process.pid()), command).start();
        try (BufferedReader lines = asked.inputReader()) {
            return lines.lines().collect(Collectors.joining("\n"));
        }
    }

    /**
     * Ends it as a crash would.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops it as an operator would, unless it has been killed. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
