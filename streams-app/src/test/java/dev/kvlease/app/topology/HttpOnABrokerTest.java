package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.http.OpenApi;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpException;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.schemas.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two instances of the application answer questions about the state alike, or say clearly that they cannot now. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class HttpOnABrokerTest {
    private static final String TOKEN = "correct horse battery staple";
    private static final long SECOND_NS = 1_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static Cluster cluster;
    private static LeaseApplication one;
    private static LeaseApplication two;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static List<Verdict> verdicts;

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        Path secret = Files.writeString(dir.resolve("token"), TOKEN + "\n");
        // partitions move at once, not only when a copy of their state has been made
        cluster = new Cluster(
                platform,
                "http",
                Map.of("kvlease.http.token.file", secret.toString(), "acceptable.recovery.lag", "1000000000"));
        cluster.send(History.simulated(FleetScenario.incident(8, 24, 120 * SECOND_NS), 7)
                .records());
        one = start("one");
        two = start("two");
        cluster.awaitConsumed();
        awaitReady(one);
        awaitReady(two);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> partitions(one).size() == 1 && partitions(two).size() == 1);
        verdicts = cluster.outputs().verdicts;
    }

    @AfterAll
    static void stop() {
        two.close();
        one.close();
        cluster.close();
        platform.close();
    }

    private static LeaseApplication start(String name) {
        return LeaseApplication.start(cluster.config(dir.resolve(name)), Cluster.PARTITIONS, line -> {});
    }

    private static void awaitReady(LeaseApplication application) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> get(application, "/health/ready").statusCode() == 200);
    }

    private static Set<Integer> partitions(LeaseApplication application) throws Exception {
        Set<Integer> partitions = new TreeSet<>();
        json(get(application, "/topology")).path("partitions").forEach(each -> partitions.add(each.asInt()));
        return partitions;
    }

    /** A partition may move at any time; until it has, the answer is 503, which says to ask again. */
    private static HttpResponse<String> get(LeaseApplication application, String path) {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(
                        () -> send(application, path, "GET", Map.of("Authorization", "Bearer " + TOKEN)),
                        answer -> answer.statusCode() != 503);
    }

    private static HttpResponse<String> send(
            LeaseApplication application, String path, String method, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + application.httpAddress().orElseThrow() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(20));
        headers.forEach(request::header);
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) throws Exception {
        return JSON.readTree(response.body());
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String leasesOf(Verdict verdict) {
        return "/leases/" + encoded(verdict.getHolderEngineId()) + "/" + encoded(verdict.getRequestId());
    }

    private static Set<String> questions() {
        Set<String> questions = new LinkedHashSet<>();
        verdicts.forEach(verdict -> {
            questions.add(leasesOf(verdict));
            questions.add("/verdicts/" + encoded(verdict.getReaderEngineId()) + "/"
                    + encoded(verdict.getHolderEngineId()) + "/" + encoded(verdict.getRequestId()));
            questions.add("/leases/" + encoded(verdict.getHolderEngineId()) + "?limit=5");
        });
        return questions;
    }

    @Test
    void bothInstancesAnswerAlikeAndAsDescribed() throws Exception {
        Map<Integer, Integer> statuses = new HashMap<>();
        for (String question : questions()) {
            HttpResponse<String> first = get(one, question);
            HttpResponse<String> second = get(two, question);

            assertThat(first.statusCode()).as(question + first.body()).isIn(200, 404);
            assertThat(second.statusCode()).isEqualTo(first.statusCode());
            assertThat(second.body()).isEqualTo(first.body());
            OpenApi.read().check(question, first.statusCode(), json(first));
            statuses.merge(first.statusCode(), 1, Integer::sum);
        }
        assertThat(statuses.get(200)).isGreaterThan(20);
        assertThat(statuses.get(404)).isGreaterThan(1);
    }

    @Test
    void listsOfBothInstancesAreWholeAndTheSame() throws Exception {
        for (String list : List.of("holders", "clocks")) {
            List<JsonNode> all = pages(one, list, 500);

            assertThat(all).hasSizeGreaterThan(3).doesNotHaveDuplicates();
            assertThat(pages(two, list, 2)).isEqualTo(all);
            assertThat(pages(one, list, 3)).isEqualTo(all);
            OpenApi.read().check("/" + list, 200, json(get(two, "/" + list)));
        }
        Set<String> holders = new TreeSet<>();
        verdicts.forEach(verdict -> holders.add(verdict.getHolderEngineId()));
        assertThat(pages(two, "holders", 100))
                .extracting(holder -> holder.path("holder_engine_id").asText())
                .containsAll(holders);
    }

    private static List<JsonNode> pages(LeaseApplication application, String list, int limit) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = json(get(application, "/" + list + "?limit=" + limit + after));
            assertThat(page.path(list).size()).isLessThanOrEqualTo(limit);
            page.path(list).forEach(all::add);
            after = page.has("next") ? "&after=" + encoded(page.path("next").asText()) : "";
        } while (!after.isEmpty());
        return all;
    }

    @Test
    void theRequestsOfAHolderComeInPages() throws Exception {
        String holder = encoded(verdicts.get(0).getHolderEngineId());
        List<JsonNode> whole = new ArrayList<>();
        json(get(one, "/leases/" + holder + "?limit=500")).path("leases").forEach(whole::add);
        List<JsonNode> pieces = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = json(get(two, "/leases/" + holder + "?limit=4" + after));
            page.path("leases").forEach(pieces::add);
            after = page.has("next") ? "&after=" + encoded(page.path("next").asText()) : "";
        } while (!after.isEmpty());

        assertThat(whole).hasSizeGreaterThan(5);
        assertThat(pieces).isEqualTo(whole);
    }

    @Test
    void whatIsNotAllowedIsRefused() throws Exception {
        assertThat(send(one, "/holders", "GET", Map.of()).statusCode()).isEqualTo(401);
        assertThat(send(one, "/holders", "GET", Map.of("Authorization", "Bearer " + TOKEN + "r"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(send(one, "/metrics", "GET", Map.of()).statusCode()).isEqualTo(401);
        assertThat(send(one, "/health/live", "GET", Map.of()).statusCode()).isEqualTo(200);
        assertThat(send(one, "/holders", "POST", Map.of("Authorization", "Bearer " + TOKEN))
                        .statusCode())
                .isEqualTo(405);
        assertThat(get(one, "/holders?limit=501").statusCode()).isEqualTo(400);
        assertThat(get(one, "/holders?after=" + "x".repeat(3_000)).statusCode()).isEqualTo(400);
        assertThat(get(one, "/leases/" + "x".repeat(256)).statusCode()).isEqualTo(404);
        assertThat(get(one, "/leases/" + "x".repeat(257)).statusCode()).isEqualTo(400);
        assertThat(get(one, "/leases/" + "x".repeat(70_000) + "/r").statusCode())
                .isEqualTo(400);
        assertThat(get(one, "/holders/x").statusCode()).isEqualTo(404);
        assertThat(get(one, "/leases/nobody").statusCode()).isEqualTo(404);
        assertThat(get(two, "/leases/nobody").statusCode()).isEqualTo(404);
    }

    /** More than there are threads send half a request and no more. */
    @Test
    void stalledRequestsDoNotSilenceHealth() throws Exception {
        URI address = URI.create("http://" + one.httpAddress().orElseThrow());
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                Socket socket = new Socket(address.getHost(), address.getPort());
                stalled.add(socket);
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write("GET /holders HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.UTF_8));
            }
            for (Socket socket : stalled) {
                assertThat(isClosedByTheServer(socket)).isTrue();
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> get(one, "/health/live").statusCode() == 200);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private static boolean isClosedByTheServer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void anAddressThatNobodyCouldAskIsRefusedAtTheStart() {
        Map<String, String> properties = cluster.properties(dir.resolve("nowhere"));
        properties.put("application.server", "kvlease_1:7480");

        assertThatThrownBy(() -> LeaseApplication.start(new KvleaseConfig(properties), Cluster.PARTITIONS, line -> {})
                        .close())
                .isInstanceOf(StartUpException.class)
                .hasMessageContaining("kvlease_1:7480")
                .hasMessageContaining("application.server");
    }

    @Test
    void pagesOfOtherSitesAreRefused() throws Exception {
        Map<String, String> elsewhere = Map.of("Authorization", "Bearer " + TOKEN, "Sec-Fetch-Site", "cross-site");

        assertThat(send(one, "/holders", "GET", elsewhere).statusCode()).isEqualTo(403);
        assertThat(send(one, "/live/events", "GET", elsewhere).statusCode()).isEqualTo(403);
        assertThat(send(one, "/health/live", "GET", elsewhere).statusCode()).isEqualTo(200);
        assertThat(send(one, "/", "GET", elsewhere).statusCode()).isEqualTo(200);
    }

    @Test
    void theSecretIsNowhere() throws Exception {
        assertThat(get(one, "/topology").body()).contains("lease-join").doesNotContain(TOKEN);
        assertThat(cluster.config(dir).printable().toString()).doesNotContain(TOKEN);
        assertThat(cluster.config(dir).http().orElseThrow().toString()).doesNotContain(TOKEN);
    }

    @Test
    void metricsOfARealRunAreThere() throws Exception {
        String page = get(one, "/metrics").body() + get(two, "/metrics").body();

        assertThat(page)
                .contains("# HELP kvlease_verdicts_total Answers to read intents.")
                .contains("kvlease_stream_state{state=\"RUNNING\"} 1.0")
                .contains("kvlease_ready 1.0")
                .contains("kafka_consumer_fetch_manager_records_lag_max{")
                .contains("kafka_stream_thread_commit_total{");
    }

    @Test
    void everyMetricIsSeenInJmx() throws Exception {
        Set<String> attributes = new TreeSet<>();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("kafka.streams:type=kvlease-metrics,*"), null)) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                attributes.add(attribute.getName());
            }
        }
        assertThat(attributes)
                .contains(
                        "verdicts-total",
                        "violations-total",
                        "dead-letters-total",
                        "live-leases",
                        "clock-error-bound-seconds",
                        "verdict-latency-seconds-bucket");
    }

    /** While a third instance comes and leaves, both say what they said before, or that they cannot say now. */
    @Test
    void aRebalanceChangesNoAnswer() throws Exception {
        List<String> questions = questions().stream().limit(20).toList();
        Map<String, String> before = new HashMap<>();
        for (String question : questions) {
            before.put(question, get(one, question).body());
        }
        Set<Integer> seen = new TreeSet<>();
        LeaseApplication three = start("three");
        Thread leaving = new Thread(three::close);
        long until = System.nanoTime() + 60 * SECOND_NS;
        boolean closing = false;
        int calm = 0;
        while (System.nanoTime() < until && calm < 3) {
            boolean allAnswered = true;
            for (String question : questions) {
                for (LeaseApplication asked : List.of(one, two)) {
                    HttpResponse<String> answer = get(asked, question);
                    seen.add(answer.statusCode());
                    if (answer.statusCode() == 503) {
                        allAnswered = false;
                        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                        assertThat(json(answer).path("error").asText()).isNotBlank();
                        TimeUnit.MILLISECONDS.sleep(20);
                    } else {
                        assertThat(answer.body()).as(question).isEqualTo(before.get(question));
                    }
                }
            }
            if (!closing && three.isRunning()) {
                closing = true;
                leaving.start();
            }
            calm = closing && !leaving.isAlive() && allAnswered ? calm + 1 : 0;
        }
        assertThat(calm).as("statuses seen: " + seen).isEqualTo(3);
        assertThat(seen).contains(200);
    }
}
