package dev.kvlease.connect;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.cli.ConnectDistributed;
import org.apache.kafka.connect.runtime.Connect;

/** A real Connect worker in this process, spoken to over its REST interface. */
final class ConnectWorker implements AutoCloseable {
    private final Connect<?> connect;
    private final URI address;
    private final HttpClient http = HttpClient.newHttpClient();

    ConnectWorker(String bootstrapServers, int port) {
        this.address = URI.create("http://127.0.0.1:" + port);
        Map<String, String> config = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers,
                "group.id", "connect-test",
                "listeners", address.toString(),
                "plugin.discovery", "service_load",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter",
                "offset.flush.interval.ms", "200",
                "rebalance.timeout.ms", "5000",
                "scheduled.rebalance.max.delay.ms", "0"));
        for (String store : new String[] {"offset", "config", "status"}) {
            config.put(store + ".storage.topic", "connect-test-" + store);
            config.put(store + ".storage.replication.factor", "1");
        }
        config.put("offset.storage.partitions", "1");
        config.put("status.storage.partitions", "1");
        this.connect = new ConnectDistributed().startConnect(config);
    }

    /** Calls the REST interface; the answer with its status in front. */
    String call(String method, String path, String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(address.resolve(path))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    @Override
    public void close() {
        connect.stop();
        connect.awaitStop();
    }
}
