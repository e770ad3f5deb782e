package dev.kvlease.app.platform.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        List<String> path = segments(exchange.getRequestURI().getRawPath());
        Routes.Route route = routes.find(exchange.getRequestMethod(), path);
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        return route.action().apply(new Call(route.parameters(path), query, body(exchange)));
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

    private static List<String> segments(String rawPath) {
        return Stream.of(rawPath.split("/"))
                .filter(segment -> !segment.isEmpty())
                // a plus sign means a blank in a query only
                .map(segment -> decode(segment.replace("+", "%2B")))
                .toList();
    }

    private static Map<String, String> query(String rawQuery) {
        Map<String, String> parameters = new HashMap<>();
        if (rawQuery == null) {
            return parameters;
        }
        for (String pair : rawQuery.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            parameters.put(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
        return parameters;
    }

    private static String decode(String encoded) {
        try {
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
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
