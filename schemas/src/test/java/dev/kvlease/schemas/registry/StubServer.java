package dev.kvlease.schemas.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An HTTP server that gives prepared answers, in order, and remembers what it was asked. */
final class StubServer implements AutoCloseable {
    record Request(String method, String path, String body, String authorization, String contentType) {}

    private record Prepared(int status, String body) {}

    private final HttpServer server;
    private final String scheme;
    private final Queue<Prepared> answers = new ArrayDeque<>();
    private final List<Request> requests = new ArrayList<>();

    private StubServer(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::handle);
        server.start();
    }

    static StubServer http() throws IOException {
        return new StubServer(HttpServer.create(loopback(), 0), "http");
    }

    static StubServer https(SSLContext context, boolean needClientAuth) throws IOException {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = context.getDefaultSSLParameters();
                tls.setNeedClientAuth(needClientAuth);
                parameters.setSSLParameters(tls);
            }
        });
        return new StubServer(server, "https");
    }

    synchronized StubServer answer(int status, String body) {
        answers.add(new Prepared(status, body));
        return this;
    }

    synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return scheme + "://127.0.0.1:" + port();
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    body,
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("Content-Type")));
            Prepared answer = answers.isEmpty() ? new Prepared(500, "no answer prepared") : answers.remove();
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
