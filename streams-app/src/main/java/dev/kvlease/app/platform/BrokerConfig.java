package dev.kvlease.app.platform;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The settings of an embedded node: small, quick to answer, and closed to the outside. */
final class BrokerConfig {
    /** The listener of the quorum. */
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private static final String BROKER_LISTENER = "BROKER";
    private static final int CONTROLLER_NODE = 1;
    private static final int MAX_REPLICATION = 3;
    private static final String MEBIBYTE = Integer.toString(1 << 20);

    private BrokerConfig() {}

    /**
     * The settings of one node.
     *
     * @param identity the cluster's
     * @param node its number, from 1
     * @param logDirectory where it keeps its logs
     * @param overrides what replaces the defaults
     * @return a complete map for the broker
     */
    static Map<String, String> of(
            ClusterIdentity identity, int node, Path logDirectory, Map<String, String> overrides) {
        Map<String, String> config = new HashMap<>();
        addNode(config, identity, node, logDirectory);
        addReplication(config, identity.nodes(), isController(node));
        addSmallness(config);
        config.put("auto.create.topics.enable", "false");
        config.put("group.initial.rebalance.delay.ms", "0");
        config.put("group.streams.initial.rebalance.delay.ms", "0");
        config.putAll(overrides);
        return config;
    }

    /**
     * Whether a node is the controller too.
     *
     * @param node its number, from 1
     * @return true for the first node
     */
    static boolean isController(int node) {
        return node == CONTROLLER_NODE;
    }

    private static void addNode(Map<String, String> config, ClusterIdentity identity, int node, Path logDirectory) {
        String broker = listener(BROKER_LISTENER, identity.brokerPorts().get(node - 1));
        String controller = listener(CONTROLLER_LISTENER, identity.controllerPort());
        config.put("node.id", Integer.toString(node));
        config.put("process.roles", isController(node) ? "broker,controller" : "broker");
        config.put("listeners", isController(node) ? broker + "," + controller : broker);
        config.put("advertised.listeners", broker);
        config.put(
                "listener.security.protocol.map", BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        config.put("inter.broker.listener.name", BROKER_LISTENER);
        config.put("controller.listener.names", CONTROLLER_LISTENER);
        config.put(
                "controller.quorum.voters",
                CONTROLLER_NODE + "@" + LoopbackPorts.HOST + ":" + identity.controllerPort());
        config.put("log.dirs", logDirectory.toString());
    }

    private static void addReplication(Map<String, String> config, int nodes, boolean controller) {
        String replication = Integer.toString(Math.min(nodes, MAX_REPLICATION));
        if (controller) {
            config.put("default.replication.factor", replication);
        }
        config.put("offsets.topic.replication.factor", replication);
        config.put("transaction.state.log.replication.factor", replication);
        config.put("share.coordinator.state.topic.replication.factor", replication);
        config.put("min.insync.replicas", "1");
        config.put("transaction.state.log.min.isr", "1");
        config.put("share.coordinator.state.topic.min.isr", "1");
    }

    private static void addSmallness(Map<String, String> config) {
        config.put("offsets.topic.num.partitions", "4");
        config.put("transaction.state.log.num.partitions", "4");
        config.put("share.coordinator.state.topic.num.partitions", "1");
        config.put("num.network.threads", "2");
        config.put("num.io.threads", "4");
        config.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        config.put("log.cleaner.io.buffer.size", MEBIBYTE);
        config.put("log.index.size.max.bytes", MEBIBYTE);
    }

    private static String listener(String name, int port) {
        return name + "://" + LoopbackPorts.HOST + ":" + port;
    }
}
