package dev.kvlease.demo.view;

import dev.kvlease.demo.DemoListener;
import dev.kvlease.demo.DemoOptions;
import dev.kvlease.demo.DemoResult;
import dev.kvlease.demo.EngineKind;
import dev.kvlease.demo.stats.Snapshot;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Shows a demo to a person: on a terminal as a view that is redrawn in place, else as a line every few seconds. The proof
 * goes to standard output, everything else to standard error.
 */
public final class DemoView implements DemoListener, AutoCloseable {
    private static final long LINE_EVERY_NS = 3_000_000_000L;
    private static final long SIZE_EVERY_NS = 2_000_000_000L;

    private final DemoOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;
    private final Map<String, String> environment;
    private final Style style;
    private final Frame frame;
    private final StepLines steps;
    private Optional<Screen> screen = Optional.empty();
    private TerminalSize size = TerminalSize.USUAL;
    private long sizedNs = -SIZE_EVERY_NS;
    private long toldNs;
    private List<String> more = List.of();

    /**
     * A view of a demo that is about to start.
     *
     * @param options what is shown
     * @param out standard output
     * @param err standard error
     * @param terminal whether standard error is a terminal that understands control sequences
     * @param environment the environment variables
     * @param nanoTime a clock of arbitrary origin, in nanoseconds
     */
    public DemoView(
            DemoOptions options,
            PrintStream out,
            PrintStream err,
            boolean terminal,
            Map<String, String> environment,
            LongSupplier nanoTime) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.environment = Map.copyOf(environment);
        Style full = Style.of(environment);
        this.style = terminal ? full : new Style(false, full.unicode());
        this.frame = new Frame(
                "kvlease demo: " + fleet(),
                options.lasts().map(Duration::toNanos).orElse(0L),
                style);
        this.steps = new StepLines(err, terminal, style, nanoTime);
    }

    private String fleet() {
        return Texts.format(
                "%d holders, %d readers, %d conversations, seed %d",
                options.holders(), options.readers(), options.conversations(), options.seed());
    }

    /** Says at once what is about to start. */
    public void hello() {
        String worker = options.engines() == EngineKind.ZMQ ? "a Connect worker " : "";
        err.println("Starting a Kafka broker, a schema registry, the lease stream, " + worker
                + "and a fleet in this process:");
    }

    @Override
    public void begins(String what) {
        steps.begins(what);
    }

    @Override
    public void done(String what) {
        steps.done(what);
    }

    @Override
    public void connected(String workerUrl, String verdictAddress) {
        steps.done("connectors RUNNING, verdicts at " + verdictAddress);
        more = List.of("  curl -s " + workerUrl + "connectors?expand=status");
    }

    @Override
    public void running(String bootstrapServers, String registryUrl, String httpUrl) {
        steps.done(fleet());
        err.println();
        err.println("Real records on real topics; look in while it runs:");
        err.println("  the console, in a browser: " + httpUrl + "/");
        err.println("  kcat -b " + bootstrapServers + " -t kvlease.verdicts -s value=avro -r " + registryUrl);
        err.println("  curl -s " + httpUrl + "/holders");
        err.println("  curl -s " + httpUrl + "/metrics");
        more.forEach(err::println);
        err.println();
        if (terminal) {
            screen = Optional.of(new Screen(err));
        }
    }

    @Override
    public void seen(Snapshot seen) {
        if (screen.isPresent()) {
            measure(seen.elapsedNs());
            screen.get().draw(frame.lines(seen, size.columns(), size.rows() - 1));
            return;
        }
        if (seen.elapsedNs() - toldNs >= LINE_EVERY_NS) {
            toldNs = seen.elapsedNs();
            err.println(PlainLine.of(seen));
        }
    }

    private void measure(long elapsedNs) {
        if (elapsedNs - sizedNs >= SIZE_EVERY_NS) {
            sizedNs = elapsedNs;
            size = TerminalSize.current(environment);
        }
    }

    @Override
    public void ended(DemoResult result) {
        closeScreen();
        err.println();
        new ProofTable(style).lines(result.proof(), result.seen().latency()).forEach(out::println);
        out.flush();
        err.println();
        result.zmq().map(TallyLine::of).ifPresent(err::println);
        NextSteps.of(result).forEach(err::println);
        steps.begins("shutting down");
    }

    private void closeScreen() {
        screen.ifPresent(Screen::close);
        screen = Optional.empty();
    }

    /** Leaves the terminal as it was found. */
    @Override
    public void close() {
        closeScreen();
        steps.clear();
    }
}
