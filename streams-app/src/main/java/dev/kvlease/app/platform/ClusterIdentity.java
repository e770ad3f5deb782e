package dev.kvlease.app.platform;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.Uuid;

/**
 * What an embedded cluster must find unchanged when it is started again on its directory.
 *
 * @param clusterId Kafka's id of the cluster
 * @param controllerPort where the controller listens
 * @param registryPort where the schema registry that belongs to it listens
 * @param brokerPorts where each broker listens, node 1 first
 */
record ClusterIdentity(String clusterId, int controllerPort, int registryPort, List<Integer> brokerPorts) {
    private static final String FILE = "cluster.properties";
    private static final String CLUSTER_ID = "cluster.id";
    private static final String CONTROLLER_PORT = "controller.port";
    private static final String REGISTRY_PORT = "registry.port";
    private static final String BROKER_PORT = "broker.port.";

    ClusterIdentity {
        brokerPorts = List.copyOf(brokerPorts);
    }

    /**
     * The identity that the directory holds, or a new one that is written to it.
     *
     * @param directory the cluster's directory
     * @param nodes how many brokers a new cluster gets
     * @return the identity
     * @throws IOException if the directory cannot be read or written
     */
    static ClusterIdentity of(Path directory, int nodes) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(FILE);
        if (Files.exists(file)) {
            return read(file);
        }
        List<Integer> ports = LoopbackPorts.free(nodes + 2);
        ClusterIdentity fresh = new ClusterIdentity(
                Uuid.randomUuid().toString(), ports.get(0), ports.get(1), ports.subList(2, ports.size()));
        fresh.write(file);
        return fresh;
    }

    /**
     * How many brokers the cluster has.
     *
     * @return at least 1
     */
    int nodes() {
        return brokerPorts.size();
    }

    private static ClusterIdentity read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        String clusterId = properties.getProperty(CLUSTER_ID);
        String controllerPort = properties.getProperty(CONTROLLER_PORT);
        String registryPort = properties.getProperty(REGISTRY_PORT);
        List<Integer> ports = new ArrayList<>();
        for (int node = 1; properties.containsKey(BROKER_PORT + node); node++) {
            ports.add(Integer.valueOf(properties.getProperty(BROKER_PORT + node)));
        }
        if (clusterId == null || controllerPort == null || registryPort == null || ports.isEmpty()) {
            throw new PlatformException(file + " is damaged; remove its directory to start an empty cluster");
        }
        return new ClusterIdentity(clusterId, Integer.parseInt(controllerPort), Integer.parseInt(registryPort), ports);
    }

    private void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(CLUSTER_ID, clusterId);
        properties.setProperty(CONTROLLER_PORT, Integer.toString(controllerPort));
        properties.setProperty(REGISTRY_PORT, Integer.toString(registryPort));
        for (int node = 1; node <= nodes(); node++) {
            properties.setProperty(BROKER_PORT + node, brokerPorts.get(node - 1).toString());
        }
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(writer, "the embedded Kafka cluster in this directory");
        }
    }
}
