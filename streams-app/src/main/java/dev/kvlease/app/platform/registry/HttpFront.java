package dev.kvlease.app.platform.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.kvlease.app.http.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Between HTTP and the routes: decodes a request, bounds it, and sends the answer or Confluent's form of an error. */
final class HttpFront implements HttpHandler {
    /** Largest body that is read; a schema is smaller by far. */
    static final int MAX_BODY_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private final Routes routes;

    HttpFront(Routes routes) {
        this.routes = routes;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                send(exchange, 200, answer(exchange));
            } catch (RegistryError e) {
                send(exchange, e.status(), error(e.code(), e.getMessage()));
            } catch (RuntimeException e) {
                LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
                send(exchange, 500, error(50001, "Error in the registry: " + e));
            }
        }
    }

    private Object answer(HttpExchange exchange) throws IOException {
        Address address = addressOf(exchange);
        Routes.Route route = routes.find(exchange.getRequestMethod(), address.segments());
        return route.action().apply(new Call(route.parameters(address.segments()), address.query(), body(exchange)));
    }

    private static JsonNode body(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (bytes.length > MAX_BODY_BYTES) {
            throw new RegistryError(413, "The body is larger than " + MAX_BODY_BYTES + " bytes");
        }
        if (bytes.length == 0) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new RegistryError(400, "The body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static Address addressOf(HttpExchange exchange) {
        try {
            return Address.of(exchange.getRequestURI());
        } catch (IllegalArgumentException e) {
            throw new RegistryError(400, "The address is not encoded properly: " + e.getMessage());
        }
    }

    private static JsonNode error(int code, String message) {
        return JSON.createObjectNode().put("error_code", code).put("message", message);
    }

    private static void send(HttpExchange exchange, int status, Object answer) throws IOException {
        byte[] bytes = answer instanceof JsonNode node
                ? JSON.writeValueAsBytes(node)
                : answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
