package dev.kvlease.torture.fuzz;

import com.sun.net.httpserver.HttpServer;
import dev.kvlease.app.http.HttpServers;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.RegistryException;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.serde.GenericAvroDeserializer;
import dev.kvlease.schemas.serde.UndecodableRecordException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * Answers of a schema registry, over a real connection, and a record of the schema that they name. A case is a byte for
 * the status and the body.
 */
final class RegistryTarget implements Target {
    static final String NAME = "registry";

    /** None that the client would ask again for, which takes seconds. */
    private static final int[] STATUSES = {200, 200, 200, 200, 200, 404, 422, 401};

    private static final int MOST_CASES_OF_A_CLIENT = 10_000;

    private final HttpServer server;
    private volatile byte[] answer = {0};
    private int nextId = 1;
    private SchemaRegistry client;

    RegistryTarget() {
        try {
            server = HttpServers.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            byte[] body = Arrays.copyOfRange(answer, Math.min(1, answer.length), answer.length);
            int status = STATUSES[answer.length == 0 ? 0 : answer[0] & 7];
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        client = open();
    }

    private SchemaRegistry open() {
        return SchemaRegistry.open(Map.of(
                "schema.registry.url", "http://127.0.0.1:" + server.getAddress().getPort()));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 1;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>();
        for (Schema own : Schemas.TOPIC_RECORDS) {
            for (Schema writer : Writers.of(own)) {
                seeds.add(answer(0, "{\"schema\":" + quoted(writer.toString()) + "}"));
            }
        }
        seeds.add(
                answer(0, "{\"schemaType\":\"AVRO\",\"schema\":\"{\\\"type\\\":\\\"string\\\"}\",\"references\":[]}"));
        seeds.add(answer(0, "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}"));
        seeds.add(answer(
                0, "{\"schema\":\"{\\\"type\\\":\\\"enum\\\",\\\"name\\\":\\\"E\\\",\\\"symbols\\\":[\\\"A\\\"]}\"}"));
        seeds.add(answer(5, "{\"error_code\":40403,\"message\":\"Schema not found\"}"));
        seeds.add(answer(6, "{\"error_code\":50001,\"message\":\"broken\"}"));
        seeds.add(answer(0, "{\"subject\":\"s\",\"version\":1,\"id\":7,\"schema\":\"\\\"int\\\"\"}"));
        return seeds;
    }

    private static byte[] answer(int status, String body) {
        byte[] text = Seeds.utf8(body);
        return ByteBuffer.allocate(1 + text.length).put((byte) status).put(text).array();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public List<byte[]> words() {
        return Seeds.utf8(List.of(
                "{\\\"type\\\":\\\"array\\\",\\\"items\\\":",
                "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"R\\\",\\\"fields\\\":[",
                "\\\"type\\\":",
                "\\\"null\\\"",
                "\\\"dev.kvlease.schemas.LeaseEvent\\\"",
                "\\\"logicalType\\\":\\\"decimal\\\"",
                "\\\"default\\\":",
                "\\\"aliases\\\":[\\\"a\\\"],",
                "\"references\":[{\"name\":\"a\",\"subject\":\"s\",\"version\":1}],",
                "\"schema\":",
                "[",
                "{",
                "\\\"size\\\":2147483647,",
                "\\\"namespace\\\":\\\"\\\","));
    }

    @Override
    public long mostAllocated(byte[] input) {
        // a connection's buffers, and a tree of the answer, of its text, and of the schema
        return 2 * SPARE_BYTES + 2_048L * input.length;
    }

    @Override
    public String take(byte[] input) {
        answer = input;
        if (nextId % MOST_CASES_OF_A_CLIENT == 0) {
            client = open();
        }
        int id = nextId++;
        String outcome;
        try {
            outcome = client.byId(id).getType().getName();
        } catch (RegistryException e) {
            return Shapes.of(e).replaceAll("known:.*|http\\S*", "");
        }
        byte[] value = ByteBuffer.allocate(16).put((byte) 0).putInt(id).array();
        try (GenericAvroDeserializer generic = new GenericAvroDeserializer(client)) {
            generic.deserialize("t", value);
            return outcome + " read";
        } catch (UndecodableRecordException e) {
            return outcome + " " + e.problem();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
