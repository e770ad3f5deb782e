package dev.kvlease.torture.process.world;

import dev.kvlease.app.cli.Main;
import dev.kvlease.app.run.LeaseApplication;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** One {@code kvlease run}. */
public final class Instance {
    private static final int HEAP_MB = 256;
    private static final String NOT_STARTED = "not started, for the reasons above";

    private final Processes processes;
    private final int number;
    private final Path settings;
    private final Path log;
    private final Path stateDirectory;
    private Child process;
    private boolean wanted;

    /**
     * An instance that is not started yet.
     *
     * @param processes starts it
     * @param number from 0
     * @param directory for its settings, its state and its log
     * @param properties its configuration, but for what is its own
     * @throws IOException if the directory cannot be written
     */
    Instance(Processes processes, int number, Path directory, Map<String, String> properties) throws IOException {
        this.processes = processes;
        this.number = number;
        this.settings = directory.resolve("instance-" + number + ".properties");
        this.log = directory.resolve("instance-" + number + ".log");
        this.stateDirectory = directory.resolve("state-" + number);
        Map<String, String> own = new HashMap<>(properties);
        own.put("state.dir", stateDirectory.toString());
        own.put("consumer.group.instance.id", "instance-" + number);
        Properties written = new Properties();
        written.putAll(own);
        try (Writer writer = Files.newBufferedWriter(settings)) {
            written.store(writer, null);
        }
    }

    /**
     * Its number, which is that of its proxies too.
     *
     * @return from 0
     */
    public int number() {
        return number;
    }

    /**
     * Where its state is.
     *
     * @return a directory
     */
    public Path stateDirectory() {
        return stateDirectory;
    }

    /** Starts it. */
    public void start() {
        start(Map.of(), Map.of());
    }

    /**
     * Starts it in another way.
     *
     * @param environment variables besides the usual ones
     * @param set settings that overrule those of its file
     */
    public void start(Map<String, String> environment, Map<String, String> set) {
        List<String> program = new ArrayList<>(
                List.of("-XX:+ExitOnOutOfMemoryError", Main.class.getName(), "run", "--config", settings.toString()));
        set.forEach((key, value) -> program.addAll(List.of("--set", key + "=" + value)));
        process = processes.java(toString(), HEAP_MB, environment, log, program);
        wanted = true;
    }

    /**
     * {@code kill -9}.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill() throws InterruptedException {
        wanted = false;
        process.kill();
    }

    /**
     * SIGTERM.
     *
     * @return its exit code
     * @throws InterruptedException if the thread is interrupted
     */
    public int stop() throws InterruptedException {
        wanted = false;
        return process.stop();
    }

    /**
     * Sends a signal.
     *
     * @param signal its name
     * @throws InterruptedException if the thread is interrupted
     */
    public void signal(String signal) throws InterruptedException {
        process.signal(signal);
    }

    /**
     * Whether it is there.
     *
     * @return false once it has ended
     */
    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /**
     * Whether it has ended although nobody has stopped or killed it.
     *
     * @return true if so
     */
    boolean hasGivenUp() {
        return wanted && !process.isAlive();
    }

    /**
     * Whether it has ended before it began, because the cluster did not answer in time.
     *
     * @return true if it is to be started again, as whatever supervises it would do
     */
    boolean hasNotStarted() {
        return hasGivenUp() && lastLine().contains(NOT_STARTED);
    }

    /**
     * Whether it has ended because the group's coordinator says that somebody else has its name. Nobody has here.
     *
     * @return true if it is to be started again, as whatever supervises it would do
     */
    boolean isFenced() {
        return hasGivenUp() && process.lines().stream().anyMatch(line -> line.contains(LeaseApplication.FENCED));
    }

    /**
     * Waits for it to end by itself, which is then no surprise.
     *
     * @param bound how long
     * @return its exit code; empty if it goes on
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<Integer> exitWithin(Duration bound) throws InterruptedException {
        wanted = false;
        return process.exitWithin(bound);
    }

    /**
     * What it said last.
     *
     * @return one line
     */
    public String lastLine() {
        return process.lastLine();
    }

    /**
     * What it has said last since it was started.
     *
     * @param most how many lines at most
     * @return lines
     */
    public List<String> lastLines(int most) {
        List<String> lines = process.lines();
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }

    /**
     * What its wall clock shows: a running Java process prints it when it is asked for its threads.
     *
     * @param bound how long to wait for it
     * @return its date and time, to the second
     * @throws InterruptedException if the thread is interrupted
     */
    public LocalDateTime wallClock(Duration bound) throws InterruptedException {
        List<String> before = ThreadDumps.times(process.lines());
        process.signal("QUIT");
        Patience.until(this + " tells its time", bound, () -> {
            if (!process.isAlive()) {
                throw new TortureException(this + " ended: " + lastLine());
            }
            return ThreadDumps.times(process.lines()).size() > before.size();
        });
        return ThreadDumps.parse(ThreadDumps.times(process.lines()).get(before.size()));
    }

    @Override
    public String toString() {
        return "instance " + number;
    }
}
