package dev.kvlease.demo;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.export.Recording;
import dev.kvlease.app.export.TopicRecorder;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.platform.PlatformException;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.core.Settings;
import dev.kvlease.demo.live.Engines;
import dev.kvlease.demo.live.KafkaAccess;
import dev.kvlease.demo.live.KafkaEngines;
import dev.kvlease.demo.live.LiveFleet;
import dev.kvlease.demo.live.RunClock;
import dev.kvlease.demo.proof.ProofKeeper;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.demo.stats.ZmqTally;
import dev.kvlease.demo.zmq.ZmqSide;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A whole platform in this process, a fleet that uses it, and what the ground truth says in the end. */
public final class Demo {
    private static final int PARTITIONS = 3;
    private static final long TICK_MS = 250;
    private static final long LAST_VERDICTS_MS = 300;

    private final DemoOptions options;
    private final DemoListener listener;
    private final StopSignal stop;
    private final RunClock clock;
    private final RunStats stats;
    private final ProofKeeper truth = new ProofKeeper();

    /**
     * A demo that has not begun.
     *
     * @param options what it does
     * @param listener told how it goes
     * @param stop ends it early
     * @param nanoTime a clock of arbitrary origin, in nanoseconds
     */
    public Demo(DemoOptions options, DemoListener listener, StopSignal stop, LongSupplier nanoTime) {
        this.options = options;
        this.listener = listener;
        this.stop = stop;
        this.clock = new RunClock(nanoTime);
        this.stats = new RunStats(clock::elapsedNs);
    }

    /**
     * Runs it from start to shutdown.
     *
     * @return what it has shown; empty if it was stopped before the fleet began
     * @throws DemoException if it cannot go on
     * @throws IOException if the event file cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<DemoResult> run() throws IOException, InterruptedException {
        TopicLayout layout = new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.empty());
        try (EmbeddedPlatform platform = startPlatform(layout)) {
            if (stop.isAsked()) {
                return Optional.empty();
            }
            Map<String, String> addresses = addresses(platform, layout);
            listener.begins("lease stream");
            try (Application application =
                    Application.start(addresses, options.directory().resolve("state"), PARTITIONS, stop)) {
                if (stop.isAsked()) {
                    return Optional.empty();
                }
                listener.done("lease stream RUNNING");
                DemoResult result = runFleet(platform, layout, application);
                listener.ended(result);
                return Optional.of(result);
            }
        }
    }

    private static Map<String, String> addresses(EmbeddedPlatform platform, TopicLayout layout) {
        return Map.of(
                ConfigKeys.BOOTSTRAP_SERVERS, platform.bootstrapServers(),
                ConfigKeys.SCHEMA_REGISTRY_URL, platform.registryUrl(),
                ConfigKeys.TOPIC_PREFIX, layout.prefix());
    }

    private EmbeddedPlatform startPlatform(TopicLayout layout) {
        listener.begins("Kafka broker");
        try {
            BrokerOptions broker = BrokerOptions.in(options.directory().resolve("kafka"));
            return EmbeddedPlatform.start(broker, layout, listener::done);
        } catch (PlatformException e) {
            throw new DemoException(e.getMessage(), e);
        }
    }

    private DemoResult runFleet(EmbeddedPlatform platform, TopicLayout layout, Application application)
            throws IOException, InterruptedException {
        KafkaAccess access =
                new KafkaAccess(platform.bootstrapServers(), platform.registryUrl(), layout.prefix(), PARTITIONS);
        FleetRun run = options.engines() == EngineKind.ZMQ
                ? runOverZmq(access, application)
                : runFleet(
                        access,
                        application,
                        (holders, onFailure) -> new KafkaEngines(access, holders, onFailure),
                        Optional::empty);
        return new DemoResult(
                truth.proof(), stats.snapshot(), run.restarts, run.lostEvents, run.zmq, record(platform, layout));
    }

    private FleetRun runOverZmq(KafkaAccess access, Application application) throws InterruptedException {
        listener.begins("Connect worker");
        try (ZmqSide zmq = ZmqSide.start(access, options.directory())) {
            listener.done("Connect worker at " + zmq.workerUrl());
            FleetRun run = runFleet(
                    access,
                    application,
                    (holders, onFailure) -> {
                        Engines engines = zmq.open(holders, onFailure);
                        listener.connected(zmq.workerUrl().toString(), zmq.verdictAddress());
                        return engines;
                    },
                    zmq::failure);
            return new FleetRun(run.restarts, run.lostEvents, Optional.of(zmq.tally()));
        }
    }

    private FleetRun runFleet(
            KafkaAccess access,
            Application application,
            LiveFleet.EngineMaker engines,
            Supplier<Optional<String>> connectors)
            throws InterruptedException {
        listener.begins("engines");
        try (LiveFleet fleet =
                LiveFleet.start(DemoScenario.of(options), options.seed(), truth, clock, stats, access, engines)) {
            listener.running(access.bootstrapServers(), access.registryUrl(), application.httpUrl());
            watch(() -> check(fleet, application, connectors));
            return new FleetRun(fleet.restarts(), fleet.lostEvents(), Optional.empty());
        }
    }

    private void watch(Runnable check) throws InterruptedException {
        long endNs = options.lasts().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        while (clock.elapsedNs() < endNs && !stop.await(TICK_MS)) {
            listener.seen(stats.snapshot());
            check.run();
        }
        Thread.sleep(LAST_VERDICTS_MS);
        listener.seen(stats.snapshot());
        check.run();
    }

    private static void check(LiveFleet fleet, Application application, Supplier<Optional<String>> connectors) {
        application.failure().or(connectors).ifPresent(reason -> {
            throw new DemoException(reason);
        });
        fleet.failure().ifPresent(cause -> {
            String reason = cause instanceof IllegalStateException ? cause.getMessage() : cause.toString();
            throw new DemoException("an engine cannot go on: " + reason, cause);
        });
    }

    private Optional<Recording> record(EmbeddedPlatform platform, TopicLayout layout) throws IOException {
        if (options.record().isEmpty()) {
            return Optional.empty();
        }
        Path file = options.record().get();
        KvleaseConfig config = new KvleaseConfig(addresses(platform, layout));
        return Optional.of(new TopicRecorder(config).record(file, Settings.DEFAULT));
    }

    /**
     * What a fleet has shown besides its proof.
     *
     * @param restarts holders that came back as another life
     * @param lostEvents lease events that never reached the log
     * @param zmq what went over ZeroMQ, if engines used it
     */
    private record FleetRun(int restarts, int lostEvents, Optional<ZmqTally> zmq) {}
}
