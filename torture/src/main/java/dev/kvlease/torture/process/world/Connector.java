package dev.kvlease.torture.process.world;

import dev.kvlease.app.platform.LoopbackPorts;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A Connect worker with the source connector, in a process of its own, and the engine that it follows. */
public final class Connector implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final int HEAP_MB = 256;
    private static final String NAME = "engines";

    private final Processes processes;
    private final Engine engine;
    private final Path settings;
    private final Path log;
    private final URI address;
    private Child worker;

    private Connector(Processes processes, Path directory, Engine engine, int port) {
        this.processes = processes;
        this.engine = engine;
        this.settings = directory.resolve("worker.properties");
        this.log = directory.resolve("worker.log");
        this.address = URI.create("http://" + LoopbackPorts.HOST + ":" + port);
    }

    /**
     * Starts the worker and the connector.
     *
     * @param processes starts the worker
     * @param directory for its settings and its log
     * @param clients {@code bootstrap.servers} and {@code schema.registry.url}
     * @param prefix of the topics
     * @param replicas of its own topics
     * @param holder the engine's id
     * @return what runs
     * @throws IOException if the directory cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    static Connector start(
            Processes processes,
            Path directory,
            Map<String, String> clients,
            String prefix,
            int replicas,
            String holder)
            throws IOException, InterruptedException {
        List<Integer> ports = LoopbackPorts.free(3);
        Engine engine = new Engine(holder, ports.get(0), ports.get(1));
        Connector connector = new Connector(processes, directory, engine, ports.get(2));
        connector.write(clients.get("bootstrap.servers"), replicas, ports.get(2));
        connector.startWorker();
        try {
            connector.awaitWorker();
            connector.create(clients.get("schema.registry.url"), prefix);
        } catch (RuntimeException e) {
            connector.close();
            throw e;
        }
        return connector;
    }

    private void write(String bootstrapServers, int replicas, int port) throws IOException {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "bootstrap.servers", bootstrapServers,
                "group.id", "worker",
                "listeners", "http://" + LoopbackPorts.HOST + ":" + port,
                "plugin.discovery", "service_load",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter",
                "offset.flush.interval.ms", "500",
                "session.timeout.ms", "6000",
                "heartbeat.interval.ms", "1000",
                "scheduled.rebalance.max.delay.ms", "0"));
        for (String store : List.of("offset", "config", "status")) {
            properties.put(store + ".storage.topic", "worker-" + store);
            properties.put(store + ".storage.replication.factor", Integer.toString(replicas));
        }
        properties.put("offset.storage.partitions", "1");
        properties.put("status.storage.partitions", "1");
        try (Writer writer = Files.newBufferedWriter(settings)) {
            properties.store(writer, null);
        }
    }

    private void create(String registry, String prefix) throws IOException, InterruptedException {
        String answer = call("POST", "/connectors", """
                {"name": "%s", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqSourceConnector",
                  "engines": "%s",
                  "topic.prefix": "%s",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(NAME, engine.address(), prefix, registry));
        if (!answer.startsWith("201")) {
            throw new TortureException("the connector was not made: " + answer.strip());
        }
    }

    /** Starts the worker, which knows its connector. */
    public void startWorker() {
        worker = processes.java(
                "Connect worker",
                HEAP_MB,
                Map.of(),
                log,
                List.of("org.apache.kafka.connect.cli.ConnectDistributed", settings.toString()));
    }

    /**
     * {@code kill -9} of the worker.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void kill() throws InterruptedException {
        worker.kill();
    }

    private void awaitWorker() throws InterruptedException {
        Patience.until("the Connect worker answers", START, () -> {
            if (!worker.isAlive()) {
                throw new TortureException("the Connect worker ended: " + worker.lastLine());
            }
            return answer("/connectors").startsWith("200");
        });
    }

    private String answer(String path) throws InterruptedException {
        try {
            return call("GET", path, "");
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * How many records the engine has published.
     *
     * @return a count
     */
    public int published() {
        return engine.publishedCount();
    }

    /**
     * Whether the connector has committed that it wrote the first records of the engine.
     *
     * @param records how many
     * @return false as long as it has not, or the worker does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean hasWritten(int records) throws InterruptedException {
        String offsets = answer("/connectors/" + NAME + "/offsets");
        int next = offsets.indexOf("\"next\":");
        if (next < 0) {
            return records == 0;
        }
        String digits = offsets.substring(next + "\"next\":".length()).replaceAll("[^0-9].*", "");
        return !digits.isEmpty() && Long.parseLong(digits) >= records;
    }

    Engine engine() {
        return engine;
    }

    private String call(String method, String path, String json) throws IOException, InterruptedException {
        // One that was idle may be closed by the worker in the moment in which it would be used again.
        HttpClient ownConnection = HttpClient.newHttpClient();
        HttpResponse<String> answer = ownConnection.send(
                HttpRequest.newBuilder(address.resolve(path))
                        .timeout(Duration.ofSeconds(10))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    @Override
    public void close() {
        engine.close();
    }
}
