package dev.kvlease.torture.process.world;

import dev.kvlease.app.platform.LoopbackPorts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A Kafka cluster whose nodes, each broker and controller, are processes. Instances of the application reach them through
 * proxies, each instance through its own; everybody else directly.
 */
public final class Brokers implements AutoCloseable {
    /** How many instances have proxies of their own. */
    static final int CLIENTS = 2;

    private static final int HEAP_MB = 320;
    private static final int MOST_LOST_BYTES = 32 * 1024;
    private static final String DIRECT = "DIRECT";
    private static final String CONTROLLER = "CONTROLLER";
    private static final String METADATA = "__cluster_metadata-0";

    private final Processes processes;
    private final Path directory;
    private final List<Node> nodes = new ArrayList<>();

    private static final class Node {
        private final int id;
        private final Path directory;
        private final Path settings;
        private final List<Proxy> proxies = new ArrayList<>();
        private final List<Integer> ports;
        private Child process;
        private boolean wanted;

        Node(int id, Path directory, List<Integer> ports) {
            this.id = id;
            this.directory = directory.resolve("node-" + id);
            this.settings = directory.resolve("node-" + id + ".properties");
            this.ports = ports;
        }

        int controllerPort() {
            return ports.get(0);
        }

        int directPort() {
            return ports.get(1);
        }

        int port(int client) {
            return ports.get(2 + client);
        }

        int proxyPort(int client) {
            return ports.get(2 + CLIENTS + client);
        }
    }

    private Brokers(Processes processes, Path directory) {
        this.processes = processes;
        this.directory = directory;
    }

    /**
     * Makes a cluster that is not started yet.
     *
     * @param processes starts its nodes
     * @param directory where it keeps everything
     * @param count 1 or 3 nodes; with 3 each record is on all of them, and on 2 before it is acknowledged
     * @return the cluster
     * @throws IOException if the directory cannot be written
     */
    static Brokers make(Processes processes, Path directory, int count) throws IOException {
        Brokers brokers = new Brokers(processes, directory);
        int each = 2 + 2 * CLIENTS;
        List<Integer> ports = LoopbackPorts.free(count * each);
        for (int i = 0; i < count; i++) {
            brokers.nodes.add(new Node(i + 1, directory, ports.subList(i * each, (i + 1) * each)));
        }
        String cluster = Uuid.randomUuid().toString();
        for (Node node : brokers.nodes) {
            brokers.write(node);
            format(node, cluster);
            for (int client = 0; client < CLIENTS; client++) {
                node.proxies.add(new Proxy(node.proxyPort(client), node.port(client)));
            }
        }
        return brokers;
    }

    /** Starts all nodes. */
    public void start() {
        nodes.forEach(node -> startNode(node.id));
    }

    private void write(Node node) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings(node));
        Files.createDirectories(directory);
        try (Writer writer = Files.newBufferedWriter(node.settings)) {
            properties.store(writer, null);
        }
    }

    private Map<String, String> settings(Node node) {
        String replicas = Integer.toString(nodes.size());
        String inSync = nodes.size() == 1 ? "1" : "2";
        Map<String, String> settings = new TreeMap<>(Map.of(
                "node.id",
                Integer.toString(node.id),
                "process.roles",
                "broker,controller",
                "controller.listener.names",
                CONTROLLER,
                "inter.broker.listener.name",
                DIRECT,
                "log.dirs",
                node.directory.toString()));
        addListeners(node, settings);
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            settings.put(topic + ".replication.factor", replicas);
            settings.put(topic + ".num.partitions", "4");
        }
        settings.put("share.coordinator.state.topic.min.isr", inSync);
        settings.put("transaction.state.log.min.isr", inSync);
        settings.put("default.replication.factor", replicas);
        settings.put("min.insync.replicas", inSync);
        settings.put("auto.create.topics.enable", "false");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        settings.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        // a broker that is killed is missed soon
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("broker.session.timeout.ms", "4000");
        // what takes hours or days of idleness otherwise
        settings.put("transactional.id.expiration.ms", "15000");
        settings.put("transaction.remove.expired.transaction.cleanup.interval.ms", "3000");
        settings.put("producer.id.expiration.ms", "15000");
        settings.put("producer.id.expiration.check.interval.ms", "3000");
        settings.put("connections.max.idle.ms", "15000");
        return settings;
    }

    private void addListeners(Node node, Map<String, String> settings) {
        List<String> listeners = new ArrayList<>();
        List<String> advertised = new ArrayList<>();
        listeners.add(listener(CONTROLLER, node.controllerPort()));
        listeners.add(listener(DIRECT, node.directPort()));
        advertised.add(listener(DIRECT, node.directPort()));
        for (int client = 0; client < CLIENTS; client++) {
            listeners.add(listener("CLIENT" + client, node.port(client)));
            advertised.add(listener("CLIENT" + client, node.proxyPort(client)));
        }
        settings.put("listeners", String.join(",", listeners));
        settings.put("advertised.listeners", String.join(",", advertised));
        settings.put(
                "listener.security.protocol.map",
                listeners.stream()
                        .map(listener -> listener.substring(0, listener.indexOf(':')) + ":PLAINTEXT")
                        .collect(Collectors.joining(",")));
        settings.put(
                "controller.quorum.voters",
                nodes.stream()
                        .map(each -> each.id + "@" + LoopbackPorts.HOST + ":" + each.controllerPort())
                        .collect(Collectors.joining(",")));
    }

    private static String listener(String name, int port) {
        return name + "://" + LoopbackPorts.HOST + ":" + port;
    }

    private static void format(Node node, String cluster) throws IOException {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setClusterId(cluster)
                    .setNodeId(node.id)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(node.directory.toString())
                    .addDirectory(node.directory.toString())
                    .run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /**
     * How many nodes there are, dead ones included.
     *
     * @return 1 or 3
     */
    public int count() {
        return nodes.size();
    }

    /**
     * Where clients connect that are not cut off.
     *
     * @return {@code bootstrap.servers}
     */
    public String direct() {
        return bootstrap(nodes.stream().map(Node::directPort).toList());
    }

    String through(int client) {
        return bootstrap(nodes.stream().map(node -> node.proxyPort(client)).toList());
    }

    private static String bootstrap(List<Integer> ports) {
        return ports.stream().map(port -> LoopbackPorts.HOST + ":" + port).collect(Collectors.joining(","));
    }

    private Node node(int id) {
        return nodes.get(id - 1);
    }

    /**
     * {@code kill -9} of one node.
     *
     * @param id 1 to {@link #count}
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill(int id) throws InterruptedException {
        node(id).wanted = false;
        node(id).process.kill();
    }

    /**
     * Starts a node, with the data that it has.
     *
     * @param id 1 to {@link #count}
     */
    public void startNode(int id) {
        Node node = node(id);
        node.process = processes.java(
                "broker " + id,
                HEAP_MB,
                Map.of(),
                directory.resolve("node-" + id + ".log"),
                List.of(
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        BrokerNode.class.getName(),
                        node.settings.toString()));
        node.wanted = true;
    }

    /**
     * Cuts off the end of what a dead node has written to each partition, at any byte, as a machine that loses its power
     * loses what was not flushed. The cluster's metadata are flushed before they count, so they stay.
     *
     * @param id 1 to {@link #count}
     * @param random decides how much
     * @return how many bytes are gone
     * @throws IOException if a file cannot be cut
     */
    public long loseUnflushed(int id, Random random) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.walk(node(id).directory)) {
            segments = files.filter(file -> file.toString().endsWith(".log"))
                    .filter(file -> !file.getParent().getFileName().toString().equals(METADATA))
                    .sorted()
                    .toList();
        }
        Map<Path, Path> newest = new TreeMap<>();
        segments.forEach(segment -> newest.put(segment.getParent(), segment));
        long lost = 0;
        for (Path segment : newest.values()) {
            long size = Files.size(segment);
            long cut = random.nextLong(Math.min(size, MOST_LOST_BYTES) + 1);
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                file.setLength(size - cut);
            }
            lost += cut;
        }
        return lost;
    }

    /**
     * Delays every packet between one instance, or all, and the brokers.
     *
     * @param ms how long; 0 for not at all
     */
    public void delay(long ms) {
        nodes.forEach(node -> node.proxies.forEach(proxy -> proxy.delay(ms)));
    }

    /**
     * Cuts an instance off from all brokers.
     *
     * @param client the instance's number, from 0
     */
    public void cutOff(int client) {
        nodes.forEach(node -> node.proxies.get(client).hold());
    }

    /** Lets everything through again. */
    public void connectAll() {
        nodes.forEach(node -> node.proxies.forEach(Proxy::release));
    }

    /**
     * Nodes that have ended although nobody killed them.
     *
     * @return their names with what they said last
     */
    List<String> ended() {
        return IntStream.range(0, nodes.size())
                .mapToObj(nodes::get)
                .filter(node -> node.wanted && !node.process.isAlive())
                .map(node -> node.process + " ended: " + node.process.lastLine())
                .toList();
    }

    @Override
    public void close() {
        for (Node node : nodes) {
            try {
                for (Proxy proxy : node.proxies) {
                    proxy.close();
                }
            } catch (IOException e) {
                // a socket that does not close
            }
        }
    }
}
