package dev.kvlease.connect;

import java.io.IOException;
import org.apache.kafka.connect.cli.ConnectDistributed;
import org.apache.kafka.connect.runtime.Connect;

/** A real Connect worker in this process, spoken to over its REST interface. */
final class ConnectWorker implements AutoCloseable {
    private final Connect<?> connect;
    private final WorkerRest rest;

    ConnectWorker(String bootstrapServers, int port) {
        this.rest = new WorkerRest(port);
        this.connect =
                new ConnectDistributed().startConnect(WorkerRest.settings(bootstrapServers, port, "connect-test"));
    }

    /** Calls the REST interface; the answer with its status in front. */
    String call(String method, String path, String json) throws IOException, InterruptedException {
        return rest.call(method, path, json);
    }

    @Override
    public void close() {
        connect.stop();
        connect.awaitStop();
    }
}
