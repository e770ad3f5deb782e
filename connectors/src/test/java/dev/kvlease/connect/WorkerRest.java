package dev.kvlease.connect;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** A worker's settings for tests, and its REST interface. */
final class WorkerRest {
    private final URI address;

    WorkerRest(int port) {
        this.address = URI.create("http://127.0.0.1:" + port);
    }

    /** Settings of a distributed worker that is alone in its group. */
    static Map<String, String> settings(String bootstrapServers, int port, String group) {
        Map<String, String> config = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers,
                "group.id", group,
                "listeners", "http://127.0.0.1:" + port,
                "plugin.discovery", "service_load",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter",
                "offset.flush.interval.ms", "200",
                "rebalance.timeout.ms", "5000",
                "scheduled.rebalance.max.delay.ms", "0"));
        for (String store : new String[] {"offset", "config", "status"}) {
            config.put(store + ".storage.topic", group + "-" + store);
            config.put(store + ".storage.replication.factor", "1");
        }
        config.put("offset.storage.partitions", "1");
        config.put("status.storage.partitions", "1");
        return config;
    }

    /**
     * Calls the REST interface; the answer with its status in front. Over a connection of its own: the worker closes one
     * that was idle, maybe in the moment in which it would be used again, and only a GET is then sent once more.
     */
    String call(String method, String path, String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address.resolve(path))
                                .header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }
}
