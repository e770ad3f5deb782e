package dev.kvlease.app.platform;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka cluster (KRaft, no stand-in) in this process, for the demo and for tests.
 *
 * <p>It listens on the loopback interface only, without authentication. Topics are never created by use. Closing shuts it down
 * cleanly; starting it again on the same directory gives the same data on the same ports, so that clients find it again.
 *
 * <p>The directory must outlive it: a Kafka broker whose directory fails ends its process, which is this one.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private final ClusterIdentity identity;
    private final Deque<KafkaRaftServer> servers = new ArrayDeque<>();

    private EmbeddedBroker(ClusterIdentity identity) {
        this.identity = identity;
    }

    /**
     * Starts one broker and returns when it serves; about two seconds.
     *
     * @param directory where it keeps its data, made if it does not exist
     * @return the running broker
     * @throws PlatformException if it cannot start
     */
    public static EmbeddedBroker start(Path directory) {
        return start(BrokerOptions.in(directory));
    }

    /**
     * Starts a cluster and returns when all its nodes serve.
     *
     * @param options where and how
     * @return the running cluster
     * @throws PlatformException if it cannot start
     */
    public static EmbeddedBroker start(BrokerOptions options) {
        ClusterIdentity identity;
        try {
            identity = ClusterIdentity.of(options.directory(), options.nodes());
        } catch (IOException e) {
            throw new PlatformException("cannot use " + options.directory() + " for the embedded broker: " + e, e);
        }
        requireFreePorts(identity, options.directory());
        BrokerLogging.quieten();
        EmbeddedBroker broker = new EmbeddedBroker(identity);
        try {
            for (int node = 1; node <= identity.nodes(); node++) {
                broker.startNode(node, options);
            }
            return broker;
        } catch (Exception e) {
            broker.close();
            throw new PlatformException("the embedded broker did not start: " + e, e);
        }
    }

    /**
     * Where clients connect.
     *
     * @return {@code bootstrap.servers}, such as {@code 127.0.0.1:15123}
     */
    public String bootstrapServers() {
        return identity.brokerPorts().stream()
                .map(port -> LoopbackPorts.HOST + ":" + port)
                .collect(Collectors.joining(","));
    }

    /**
     * Kafka's id of the cluster, the same for the life of its directory.
     *
     * @return the id
     */
    public String clusterId() {
        return identity.clusterId();
    }

    /**
     * A port that is kept free for the registry of this cluster, the same for the life of its directory.
     *
     * @return the port
     */
    int registryPort() {
        return identity.registryPort();
    }

    /** Shuts the cluster down cleanly and waits for it, the controller last. Does nothing the second time. */
    @Override
    public void close() {
        while (!servers.isEmpty()) {
            KafkaRaftServer server = servers.pop();
            server.shutdown();
            server.awaitShutdown();
        }
    }

    private static void requireFreePorts(ClusterIdentity identity, Path directory) {
        for (int port : identity.brokerPorts()) {
            if (!LoopbackPorts.isFree(port)) {
                throw new PlatformException("port " + port + " of the embedded broker in " + directory
                        + " is taken: is it still running? Stop it, or use another directory");
            }
        }
    }

    private void startNode(int node, BrokerOptions options) throws Exception {
        Path logDirectory = options.directory().resolve("node-" + node);
        Map<String, String> config = BrokerConfig.of(identity, node, logDirectory, options.overrides());
        if (!Files.exists(logDirectory.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
            format(node, logDirectory);
        }
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(config, false), Time.SYSTEM);
        servers.push(server);
        server.startup();
    }

    private void format(int node, Path logDirectory) throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setClusterId(identity.clusterId())
                .setNodeId(node)
                .setControllerListenerName(BrokerConfig.CONTROLLER_LISTENER)
                .setMetadataLogDirectory(logDirectory.toString())
                .addDirectory(logDirectory.toString())
                .run();
    }
}
