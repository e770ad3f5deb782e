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
import dev.kvlease.demo.live.KafkaAccess;
import dev.kvlease.demo.live.KafkaEngines;
import dev.kvlease.demo.live.LiveFleet;
import dev.kvlease.demo.live.RunClock;
import dev.kvlease.demo.proof.ProofKeeper;
import dev.kvlease.demo.stats.RunStats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

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
        int restarts;
        int lostEvents;
        listener.begins("engines");
        try (LiveFleet fleet = LiveFleet.start(
                DemoScenario.of(options),
                options.seed(),
                truth,
                clock,
                stats,
                access,
                (holders, onFailure) -> new KafkaEngines(access, holders, onFailure))) {
            listener.running(platform.bootstrapServers(), platform.registryUrl(), application.httpUrl());
            watch(fleet, application);
            restarts = fleet.restarts();
            lostEvents = fleet.lostEvents();
        }
        Optional<Recording> recording = record(platform, layout);
        return new DemoResult(truth.proof(), stats.snapshot(), restarts, lostEvents, recording);
    }

    private void watch(LiveFleet fleet, Application application) throws InterruptedException {
        long endNs = options.lasts().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        while (clock.elapsedNs() < endNs && !stop.await(TICK_MS)) {
            listener.seen(stats.snapshot());
            check(fleet, application);
        }
        Thread.sleep(LAST_VERDICTS_MS);
        listener.seen(stats.snapshot());
        check(fleet, application);
    }

    private static void check(LiveFleet fleet, Application application) {
        application.failure().ifPresent(reason -> {
            throw new DemoException(reason);
        });
        fleet.failure().ifPresent(cause -> {
            throw new DemoException("an engine cannot go on: " + cause, cause);
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
}
