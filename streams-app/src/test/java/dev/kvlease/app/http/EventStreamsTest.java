package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kvlease.app.feed.Feed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Server-sent events over a real connection. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EventStreamsTest {
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final EventStreams.Limits LIMITS =
            new EventStreams.Limits(2, Duration.ofMillis(50), Duration.ofMillis(300));

    private final FakeInstances instances = new FakeInstances();
    private final FleetFeed fleet = new FleetFeed(instances, new Feed(), Clock.systemUTC());
    private final EventStreams events = new EventStreams(fleet, LIMITS);
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServers.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            events.serve(exchange);
        } catch (HttpError e) {
            exchange.sendResponseHeaders(e.status(), -1);
            exchange.close();
        }
    }

    @AfterEach
    void stop() {
        events.close();
        fleet.close();
        server.stop(0);
    }

    private HttpResponse<InputStream> connect(String lastId) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** The fields of the next event, as an EventSource takes them apart; comments are under the empty name. */
    private static Map<String, String> event(BufferedReader lines) throws IOException {
        Map<String, String> fields = new HashMap<>();
        for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
            int colon = line.indexOf(':');
            fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return fields;
    }

    private static BufferedReader lines(HttpResponse<InputStream> response) {
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    @Test
    void eventsComeInTheFormThatBrowsersTake() throws Exception {
        fleet.start(OFTEN, () -> {});
        HttpResponse<InputStream> response = connect("");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream; charset=utf-8");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        try (BufferedReader lines = lines(response)) {
            assertThat(event(lines)).isEqualTo(Map.of("retry", "2000"));
            Map<String, String> picture = event(lines);
            Map<String, String> update = event(lines);
            assertThat(picture).containsEntry("event", "snapshot").containsKeys("id", "data");
            assertThat(update).containsEntry("event", "update");
            assertThat(update.get("data")).startsWith("{").contains("\"verdicts\":[\"me:1#");
        }
    }

    @Test
    void whoComesBackGoesOnFromTheLastEvent() throws Exception {
        String last;
        try (BufferedReader lines = lines(connect(""))) {
            event(lines);
            last = event(lines).get("id");
        }
        fleet.join(); // somebody else is there all the time
        fleet.round();

        try (BufferedReader lines = lines(connect(last))) {
            event(lines);
            Map<String, String> next = event(lines);
            assertThat(next).containsEntry("event", "update");
            assertThat(next.get("data")).contains("\"verdicts\":[\"me:1#1\"]");
        }
    }

    @Test
    void signsOfLifeComeWhenNothingElseDoes() throws Exception {
        try (BufferedReader lines = lines(connect(""))) {
            event(lines);
            event(lines);

            assertThat(event(lines)).isEqualTo(Map.of("", "nothing new"));
        }
    }

    @Test
    void noMoreThanSoManyMayWatch() throws Exception {
        fleet.start(OFTEN, () -> {});
        HttpResponse<InputStream> first = connect("");
        HttpResponse<InputStream> second = connect("");
        assertThat(connect("").statusCode()).isEqualTo(503);

        first.body().close();

        Awaitility.await().until(() -> connect("").statusCode() == 200);
        second.body().close();
    }

    /** One that takes nothing is cut off; the others do not notice, and nothing piles up for it. */
    @Test
    void whoDoesNotTakeWhatItIsSentIsCutOff() throws Exception {
        instances.padding = "x".repeat(1 << 20);
        try (Socket deaf =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            deaf.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            deaf.getOutputStream().flush();
            Awaitility.await().until(() -> events.watching() == 1);
            try (BufferedReader lines = lines(connect(""))) {
                fleet.start(OFTEN, events::cutOffThoseThatDoNotTake);
                boolean cutOff = false;
                int taken = 0;
                while (!cutOff || taken < 5) {
                    cutOff = cutOff || events.watching() == 1;
                    taken += event(lines).containsKey("data") ? 1 : 0;
                }
                assertThat(events.watching()).isEqualTo(1);
            }
        }
    }
}
