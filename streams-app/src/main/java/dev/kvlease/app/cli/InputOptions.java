package dev.kvlease.app.cli;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.RecordRelay;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.source.RecordHandler;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a command reads, files or topics, and which stretch of it. */
final class InputOptions {
    /** Stands for standard input or output. */
    static final String STANDARD = "-";

    @Option(
            names = {"-i", "--input"},
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "Event files (NDJSON, also compressed with gzip or zstd), read in this order; Avro files next to"
                            + " each other, or a directory of files, are merged; engines' logs (*.log) tell what they can; - is standard input.")
    private List<String> inputs = new ArrayList<>();

    @Mixin
    private ConfigOptions cluster = new ConfigOptions();

    @Mixin
    private LogInputOptions logs = new LogInputOptions();

    @Option(
            names = "--from",
            paramLabel = "WHEN",
            description = "Where to begin: a time (2026-11-30T07:00:00Z), a duration back from now (2h), or offset:N in"
                    + " every partition. What lies before is applied, because leases and clocks come from there, but"
                    + " not told of.")
    private String from;

    @Option(names = "--to", paramLabel = "WHEN", description = "Where to end, written likewise; not included.")
    private String to;

    @Option(
            names = "--history",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "24h",
            description = "How long before --from to begin with topics, for the leases that stood then (default:"
                    + " ${DEFAULT-VALUE}); with --from offset:N all that is kept is read.")
    private Duration history = Duration.ofDays(1);

    @Option(
            names = "--verdicts",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Recorded verdicts that are kept apart: event files or Avro files with records of the topic"
                    + " verdicts, which may be the inputs themselves. Records are then taken as the stream took them."
                    + " With topics, the verdicts there tell it unless others are named.")
    private List<String> verdicts = new ArrayList<>();

    private Slice slice;

    /** The files as they were named. */
    List<String> names() {
        return List.copyOf(inputs);
    }

    boolean contains(Path file) throws IOException {
        for (String input : inputs) {
            if (!input.equals(STANDARD) && Files.exists(file) && Files.isSameFile(Path.of(input), file)) {
                return true;
            }
        }
        return false;
    }

    /** Fails before anything is written if nothing is named, too much, or a file that is not there. */
    void check() {
        if (inputs.isEmpty() == !cluster.isGiven()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    inputs.isEmpty()
                            ? "name an event file with --input FILE, - for standard input, or a cluster with"
                                    + " --bootstrap-server HOST:PORT"
                            : "name files or a cluster, not both");
        }
        FileInput.check(inputs);
        logs.options();
        FileInput.check(verdicts);
        slice();
    }

    /** Whether files are read, not topics. */
    boolean isFiles() {
        return !inputs.isEmpty();
    }

    /** Files of verdicts that are kept apart; none if the verdicts are where the inputs are. */
    List<String> verdictFiles() {
        return List.copyOf(verdicts);
    }

    /** How to reach the cluster. */
    KvleaseConfig cluster(Console console) {
        ClientLog.quiet();
        return cluster.load(console.environment());
    }

    /** Fails for a command that looks at all there is. */
    void checkWhole(String option) {
        if (from != null || to != null) {
            throw new CommandException(
                    ExitCode.USAGE, option + " looks at all that is kept: leave out --from and --to");
        }
    }

    private Slice slice() {
        if (slice == null) {
            BoundReader reader = new BoundReader(Instant.now());
            slice = new Slice(
                    Optional.ofNullable(from).map(text -> reader.read("--from", text)),
                    Optional.ofNullable(to).map(text -> reader.read("--to", text)));
        }
        return slice;
    }

    /**
     * An observer of a replay that is told only of what was asked for.
     *
     * @param observer told of it
     * @return hides what follows from the history before {@code --from}
     */
    ReplayObserver sliced(ReplayObserver observer) {
        return slice().from().isEmpty() ? observer : new SlicedObserver(observer, slice());
    }

    /** Whether a record lies before {@code --from}. */
    boolean isHistory(Origin at) {
        return slice().isHistory(at);
    }

    /**
     * Reads everything, history before {@code --from} included; says on standard error what was not as it should be. All
     * records have been taken when it returns.
     *
     * @param handler takes the records, in their order, on another thread while this one reads on
     * @param console where to tell how far it has come
     * @param quiet whether to say only what is wrong
     * @return how it went
     * @throws IOException if something cannot be read
     */
    InputResult readInto(EventHandler handler, Console console, boolean quiet) throws IOException {
        try (RecordRelay relay = new RecordRelay(handler)) {
            return read(relay, console, quiet);
        }
    }

    private InputResult read(EventHandler handler, Console console, boolean quiet) throws IOException {
        if (inputs.isEmpty()) {
            TopicInput topics = topics(console, quiet);
            OrderedFiles.Told told = told(topics, console, quiet);
            return told.with(topics.readInto(handler, slice(), told.order()));
        }
        FileInput files = files(inputs, console, quiet);
        return verdicts.isEmpty()
                ? files.readInto(handler, slice())
                : new OrderedFiles(told(console, quiet), console, quiet).readInto(files, handler, slice());
    }

    /** Files of this command. */
    FileInput files(List<String> named, Console console, boolean quiet) {
        return new FileInput(named, logs.options(), console, quiet);
    }

    private OrderedFiles.Told told(Console console, boolean quiet) throws IOException {
        return OrderedFiles.told(files(verdicts, console, quiet), verdicts);
    }

    private TopicInput topics(Console console, boolean quiet) {
        return new TopicInput(cluster(console), history, console, quiet);
    }

    private OrderedFiles.Told told(TopicInput topics, Console console, boolean quiet) throws IOException {
        return verdicts.isEmpty()
                ? new OrderedFiles.Told(topics.recordedOrder(slice()), ExitCode.OK)
                : told(console, quiet);
    }

    /**
     * Reads records of all topics with all that is known of them, as they were written.
     *
     * @param handler takes them, in their order
     * @param console where to tell how far it has come
     * @param quiet whether to say only what is wrong
     * @return how it went
     * @throws IOException if something cannot be read
     */
    InputResult readStored(RecordHandler handler, Console console, boolean quiet) throws IOException {
        if (inputs.isEmpty()) {
            TopicInput topics = topics(console, quiet);
            OrderedFiles.Told told = told(topics, console, quiet);
            return told.with(topics.readStored(handler, slice(), told.order()));
        }
        if (!verdicts.isEmpty()) {
            throw new CommandException(ExitCode.USAGE, "an export keeps the order of its files: leave out --verdicts");
        }
        return files(inputs, console, quiet).readStored(handler, slice().with(history));
    }

    /** What is read, for a manifest. */
    String sourceName(Console console) {
        return inputs.isEmpty() ? cluster.load(console.environment()).bootstrapServers() : String.join(", ", inputs);
    }

    /** Which stretch is read, for a manifest. */
    String sliceText() {
        return slice().from().map(Object::toString).orElse("") + ".."
                + slice().to().map(Object::toString).orElse("");
    }
}
