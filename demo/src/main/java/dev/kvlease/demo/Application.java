package dev.kvlease.demo;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.StreamsConfig;

/** The real stream, with as little memory as a demo needs. */
final class Application implements AutoCloseable {
    private static final long START_MS = 60_000;
    private static final long POLL_MS = 20;
    private static final long STOP_MS = 5_000;
    private static final long MEBIBYTE = 1 << 20;
    /** Holders and pairs with series of their own on /metrics. */
    private static final String SERIES = "200";

    private final LeaseApplication stream;
    private final AtomicReference<String> failure = new AtomicReference<>();

    private Application(LeaseApplication stream) {
        this.stream = stream;
        Thread watcher = new Thread(this::awaitEnd, "demo-stream-end");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Starts it and returns when it works, or when {@code stop} is asked for. */
    static Application start(Map<String, String> platform, Path directory, int inputPartitions, StopSignal stop)
            throws InterruptedException {
        KvleaseConfig config = new KvleaseConfig(properties(platform, directory));
        Application application;
        try {
            application = new Application(LeaseApplication.start(config, inputPartitions, line -> {}));
        } catch (StartUpException e) {
            throw new DemoException(e.getMessage(), e);
        }
        for (long waitedMs = 0; !application.stream.isRunning(); waitedMs += POLL_MS) {
            if (stop.await(POLL_MS)) {
                break;
            }
            Optional<String> failed = application.failure();
            if (failed.isPresent() || waitedMs > START_MS) {
                application.close();
                throw new DemoException(failed.orElse("the stream does not start"));
            }
        }
        return application;
    }

    /** Where it answers over HTTP. */
    String httpUrl() {
        return "http://" + stream.httpAddress().orElseThrow();
    }

    /** Why it has ended by itself, or empty. */
    Optional<String> failure() {
        return Optional.ofNullable(failure.get());
    }

    private static Map<String, String> properties(Map<String, String> platform, Path directory) {
        Map<String, String> properties = new HashMap<>(platform);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "1");
        properties.put(ConfigKeys.ROCKSDB_MEMORY_BYTES, Long.toString(32 * MEBIBYTE));
        properties.put(ConfigKeys.HTTP_PORT, "0");
        properties.put(ConfigKeys.METRICS_HOLDERS_MAX, SERIES);
        properties.put(ConfigKeys.METRICS_PAIRS_MAX, SERIES);
        properties.put(ConfigKeys.SHUTDOWN_TIMEOUT_MS, Long.toString(STOP_MS));
        properties.put("auto.register.schemas", "false");
        return properties;
    }

    private void awaitEnd() {
        try {
            stream.awaitEnd().ifPresent(failure::set);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
