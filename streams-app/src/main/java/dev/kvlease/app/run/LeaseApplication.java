package dev.kvlease.app.run;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.HttpSettings;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.http.LeaseServer;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.metrics.PagePoint;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.app.topology.BoundedRocksDb;
import dev.kvlease.app.topology.LeaseTopology;
import dev.kvlease.app.topology.ValueSerdes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.state.HostInfo;

/** The stream in this process: starts it, waits for its end, stops it within a bounded time. */
public final class LeaseApplication implements AutoCloseable {
    /** The reason for the end of a process that the group's coordinator has fenced; whatever supervises it starts it again. */
    public static final String FENCED = "another process may have this group.instance.id (give each its own), or the"
            + " coordinator has lost its memory of the group: start again";

    private final KvleaseConfig config;
    private final BoundedRocksDb.Memory memory;
    private final KafkaStreams streams;
    private final StreamAccess access;
    private final Feed feed;
    private final CaseLookup lookup;
    private final Optional<LeaseServer> server;
    private final Consumer<String> lines;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile Optional<ClusterWatch> watch = Optional.empty();
    private boolean closed;

    private LeaseApplication(
            KvleaseConfig config,
            int inputPartitions,
            Clock clock,
            Consumer<String> lines,
            Optional<LeaseServer> server) {
        this.config = config;
        this.lines = lines;
        this.server = server;
        LeaseTopology topology = new LeaseTopology(config, inputPartitions, ValueSerdes.of(config), clock);
        this.memory = new BoundedRocksDb.Memory(config.rocksDbMemoryBytes());
        Properties properties = LeaseTopology.streamsProperties(config, memory);
        server.ifPresent(http -> putAddress(http, properties));
        Topology built = topology.build();
        this.streams = new KafkaStreams(built, properties);
        RestoreProgress restoring = new RestoreProgress(clock, lines);
        StreamAccess.Fixed fixed = new StreamAccess.Fixed(
                config.getString(StreamsConfig.APPLICATION_ID_CONFIG),
                HostInfo.buildFromEndpoint(properties.getProperty(StreamsConfig.APPLICATION_SERVER_CONFIG)),
                inputPartitions,
                config.settings(),
                built.describe().toString(),
                Path.of(config.getString(StreamsConfig.STATE_DIR_CONFIG)));
        this.feed = topology.feed();
        this.lookup = new CaseLookup(config, inputPartitions, clock, CaseLookup.Limits.DEFAULT);
        this.access = new StreamAccess(streams, fixed, topology.meters(), restoring::reason, this::watched);
        streams.setUncaughtExceptionHandler(new FailurePolicy(
                clock,
                config.getInt(StreamsConfig.NUM_STREAM_THREADS_CONFIG),
                reason -> failure.compareAndSet(null, reason)));
        streams.setGlobalStateRestoreListener(restoring);
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
        Optional<LeaseServer> server = config.http().map(LeaseApplication::bind);
        LeaseApplication application;
        try {
            application = new LeaseApplication(config, inputPartitions, Clock.systemUTC(), lines, server);
        } catch (StreamsException e) {
            server.ifPresent(LeaseServer::close);
            throw cannotStart(config, e);
        } catch (RuntimeException e) {
            server.ifPresent(LeaseServer::close);
            throw e;
        }
        server.ifPresent(http -> {
            http.serve(application.access, application.feed, application.lookup);
            lines.accept("console, health, metrics and state on http://" + http.address());
        });
        try {
            application.streams.start();
        } catch (StreamsException e) {
            application.close();
            throw cannotStart(config, e);
        }
        application.watchCluster();
        return application;
    }

    private static StartUpException cannotStart(KvleaseConfig config, StreamsException e) {
        return new StartUpException(
                FailurePolicy.explain(e) + "; state.dir is " + config.getString(StreamsConfig.STATE_DIR_CONFIG), e);
    }

    private void watchCluster() {
        watch = ClusterWatch.start(config, access::partitionsHere, lines, this::stopBecause);
    }

    private void stopBecause(String reason) {
        failure.compareAndSet(null, reason);
        ended.countDown();
    }

    private List<PagePoint> watched() {
        return watch.map(ClusterWatch::points).orElse(List.of());
    }

    private static LeaseServer bind(HttpSettings settings) {
        try {
            return LeaseServer.bind(settings);
        } catch (IOException e) {
            throw new StartUpException(
                    "cannot listen on " + settings + " (" + e.getMessage() + "): give another " + ConfigKeys.HTTP_PORT
                            + " or " + ConfigKeys.HTTP_HOST + ", or " + ConfigKeys.HTTP_PORT + "=" + ConfigKeys.NO_HTTP
                            + " for none",
                    e);
        }
    }

    private static void putAddress(LeaseServer server, Properties properties) {
        String configured = properties.getProperty(StreamsConfig.APPLICATION_SERVER_CONFIG, "");
        if (configured.isBlank()) {
            properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, server.address());
        }
        String address = properties.getProperty(StreamsConfig.APPLICATION_SERVER_CONFIG);
        if (!LeaseServer.canBeAsked(HostInfo.buildFromEndpoint(address))) {
            throw new StartUpException("other instances could not ask " + address + ": set "
                    + StreamsConfig.APPLICATION_SERVER_CONFIG
                    + " to a host of letters, digits, dots and hyphens, or an IP address, and a port");
        }
    }

    /**
     * Where it answers over HTTP.
     *
     * @return host:port, or empty if that is switched off
     */
    public Optional<String> httpAddress() {
        return server.map(LeaseServer::address);
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

    /**
     * Whoever comes back under its name keeps its partitions until then. Others would only be waited for, because Kafka
     * Streams by itself leaves no group, and a new start is a new member.
     */
    private CloseOptions.GroupMembershipOperation afterwards() {
        boolean comesBack = config.originals().keySet().stream()
                .anyMatch(key -> key.endsWith(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
        return comesBack
                ? CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP
                : CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
    }

    /** Stops: commits, leaves the group, and waits no longer than {@code kvlease.shutdown.timeout.ms}. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.ifPresent(ClusterWatch::close);
        server.ifPresent(LeaseServer::close);
        Duration timeout = config.shutdownTimeout();
        if (streams.close(CloseOptions.timeout(timeout).withGroupMembershipOperation(afterwards()))) {
            memory.close();
        } else {
            lines.accept("still stopping after " + timeout.toSeconds() + " s, giving up; what is not committed is"
                    + " processed again");
        }
        ended.countDown();
    }
}
