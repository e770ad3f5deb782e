package dev.kvlease.app.run;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topology.BoundedRocksDb;
import dev.kvlease.app.topology.LeaseTopology;
import dev.kvlease.app.topology.ValueSerdes;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;

/** The stream in this process: starts it, waits for its end, stops it within a bounded time. */
public final class LeaseApplication implements AutoCloseable {
    private final KvleaseConfig config;
    private final BoundedRocksDb.Memory memory;
    private final KafkaStreams streams;
    private final Consumer<String> lines;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<String> failure = new AtomicReference<>();
    private boolean closed;

    private LeaseApplication(KvleaseConfig config, int inputPartitions, Clock clock, Consumer<String> lines) {
        this.config = config;
        this.lines = lines;
        LeaseTopology topology = new LeaseTopology(config, inputPartitions, ValueSerdes.of(config), clock);
        this.memory = new BoundedRocksDb.Memory(config.rocksDbMemoryBytes());
        Properties properties = LeaseTopology.streamsProperties(config, memory);
        this.streams = new KafkaStreams(topology.build(), properties);
        streams.setUncaughtExceptionHandler(new FailurePolicy(clock, reason -> failure.compareAndSet(null, reason)));
        streams.setGlobalStateRestoreListener(new RestoreProgress(clock, lines));
        streams.setStateListener(this::onChange);
    }

    /**
     * Starts the stream.
     *
     * @param config everything it needs
     * @param inputPartitions the partition count that all inputs share, see {@link StartUpChecks}
     * @param lines takes what a person should read, a line at a time
     * @return the running application
     * @throws StartUpException if it cannot start
     * @throws org.apache.kafka.common.config.ConfigException if the configuration cannot be used
     */
    public static LeaseApplication start(KvleaseConfig config, int inputPartitions, Consumer<String> lines) {
        LeaseApplication application = new LeaseApplication(config, inputPartitions, Clock.systemUTC(), lines);
        try {
            application.streams.start();
        } catch (StreamsException e) {
            application.close();
            throw new StartUpException(
                    FailurePolicy.explain(e) + "; state.dir is " + config.getString(StreamsConfig.STATE_DIR_CONFIG), e);
        }
        return application;
    }

    private void onChange(KafkaStreams.State now, KafkaStreams.State before) {
        if (now == KafkaStreams.State.RUNNING) {
            lines.accept("running");
        }
        if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
            ended.countDown();
        }
    }

    /**
     * Waits until the stream has ended by itself or by {@link #close}.
     *
     * @return why it failed, in one line, or empty if it was stopped
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<String> awaitEnd() throws InterruptedException {
        ended.await();
        return Optional.ofNullable(failure.get());
    }

    /**
     * Tells whether all partitions that this process has are being worked on.
     *
     * @return true if no state is being read back and no rebalance is going on
     */
    public boolean isRunning() {
        return streams.state() == KafkaStreams.State.RUNNING;
    }

    /** Stops: commits, leaves the group, and waits no longer than {@code kvlease.shutdown.timeout.ms}. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        Duration timeout = config.shutdownTimeout();
        if (streams.close(timeout)) {
            memory.close();
        } else {
            lines.accept("still stopping after " + timeout.toSeconds() + " s, giving up; what is not committed is"
                    + " processed again");
        }
        ended.countDown();
    }
}
