package dev.kvlease.demo.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A real Prometheus with the configuration of monitoring, which scrapes every second. */
final class Prometheus implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final String address;

    private Prometheus(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts it. Without one the test fails, or is skipped if {@code kvlease.skip.prometheus} says so.
     *
     * @param configuration a file of monitoring
     * @param targets what to scrape instead of what is in it
     * @param directory where it keeps its data
     */
    static Prometheus start(String configuration, List<String> targets, Path directory) throws Exception {
        requireProgram();
        Files.createDirectories(directory);
        String addresses = targets.stream().collect(Collectors.joining("\", \"", "[\"", "\"]"));
        String text = Files.readString(Dashboards.MONITORING.resolve(configuration))
                .replaceAll("_interval: 15s", "_interval: 1s")
                .replaceAll("targets: \\[.*]", "targets: " + addresses)
                .replace("- rules/", "- " + Dashboards.MONITORING.resolve("rules") + "/");
        Path file = Files.writeString(directory.resolve("prometheus.yml"), text);
        String address = "127.0.0.1:" + freePort();
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.user-assets=" + Dashboards.MONITORING.resolve("grafana"),
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Prometheus prometheus = new Prometheus(process, address);
        Awaitility.await("Prometheus to start").atMost(PATIENCE).until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(log));
            }
            return prometheus.isReady();
        });
        return prometheus;
    }

    static void requireProgram() {
        boolean found = onPath("prometheus").isPresent();
        String missing = "no prometheus on the PATH: install it (Debian: apt-get install prometheus)";
        Assumptions.assumeTrue(found || !Boolean.getBoolean("kvlease.skip.prometheus"), missing);
        if (!found) {
            throw new IllegalStateException(missing + ", or leave these tests out with -Dkvlease.skip.prometheus=true");
        }
    }

    static Optional<Path> onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static String get(String url) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get("http://" + address + "/-/ready").contains("is Ready");
        } catch (IOException notYet) {
            return false;
        }
    }

    private JsonNode ask(String path) throws Exception {
        return JSON.readTree(get("http://" + address + "/api/v1/" + path));
    }

    /** The series that an expression gives now. */
    JsonNode query(String expression) throws Exception {
        JsonNode answer = ask("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        if (!answer.get("status").asText().equals("success")) {
            throw new AssertionError(expression + ": " + answer.get("error"));
        }
        return answer.at("/data/result");
    }

    /** Whether an expression gives a number. */
    boolean answers(String expression) throws Exception {
        for (JsonNode series : query(expression)) {
            if (Double.isFinite(series.at("/value/1").asDouble(Double.NaN))) {
                return true;
            }
        }
        return false;
    }

    /** The page that draws a dashboard. */
    String look(String dashboard) {
        return "http://" + address + "/user/look/?minutes=1&dashboard=" + dashboard;
    }

    /** All rules, as they were evaluated last. */
    List<JsonNode> rules() throws Exception {
        return ask("rules").findValues("rules").stream()
                .flatMap(rules -> rules.valueStream())
                .toList();
    }

    /** Asks a process to end, and ends it if it does not. */
    static void end(Process process) {
        process.destroy();
        process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
        process.destroyForcibly();
    }

    @Override
    public void close() {
        end(process);
    }
}
