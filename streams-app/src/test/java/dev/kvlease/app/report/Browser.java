package dev.kvlease.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** One page in a headless Chromium, spoken to over its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Set<String> origins = ConcurrentHashMap.newKeySet();
    private final String session;
    private int lastId;

    private Browser(Process process, String address) throws Exception {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .connectTimeout(PATIENCE)
                .buildAsync(URI.create(address), new Listener())
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        String target = call("", "Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asText();
        this.session = call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
    }

    /**
     * Starts a browser. Without one the test fails, or is skipped if {@code kvlease.skip.browser} says so.
     *
     * @param profile a directory of its own
     */
    public static Browser start(Path profile) throws Exception {
        Optional<Path> program = find();
        if (program.isEmpty()) {
            String missing =
                    "no Chromium on the PATH or in KVLEASE_BROWSER: install one (Debian: apt-get install chromium)";
            Assumptions.assumeFalse(Boolean.getBoolean("kvlease.skip.browser"), missing);
            throw new IllegalStateException(missing + ", or leave these tests out with -Dkvlease.skip.browser=true");
        }
        Process process = new ProcessBuilder(
                        program.get().toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(log(profile).toFile())
                .start();
        try {
            return new Browser(process, address(process, profile));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Optional<Path> find() {
        String named = System.getenv("KVLEASE_BROWSER");
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        return NAMES.stream()
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The browser writes where it listens into its profile, once it does. */
    private static String address(Process process, Path profile) throws Exception {
        Path port = profile.resolve("DevToolsActivePort");
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive() && System.nanoTime() < until) {
            List<String> lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
            if (lines.size() == 2) {
                return "ws://127.0.0.1:" + lines.get(0) + lines.get(1);
            }
            Thread.sleep(20);
        }
        throw new IOException("the browser did not start; it says: " + Files.readString(log(profile)));
    }

    private static Path log(Path profile) {
        return profile.resolve("browser.log");
    }

    /** Opens a page and waits until it has loaded. */
    public void open(URI address) throws Exception {
        call("Page.navigate", Map.of("url", address.toString()));
        waitFor("document.readyState === 'complete' && location.href !== 'about:blank'");
        eval("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    }

    /** Sets the window's size and the system's colours. */
    public void look(int width, int height, boolean dark) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** The value of a JavaScript expression; promises are waited for. */
    public JsonNode eval(String expression) throws Exception {
        JsonNode result = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    public String text(String selector) throws Exception {
        return eval("document.querySelector(" + JSON.writeValueAsString(selector) + ").textContent")
                .asText();
    }

    public void waitFor(String condition) throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!eval("!!(" + condition + ")").asBoolean()) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("never became true: " + condition + "; page says " + complaints);
            }
            Thread.sleep(20);
        }
    }

    /** Presses and lets go of a key, for example {@code ArrowLeft}. */
    public void press(String key) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            ObjectNode event = JSON.createObjectNode().put("type", type).put("key", key);
            if (key.length() == 1 && type.equals("keyDown")) {
                event.put("text", key);
            }
            call("Input.dispatchKeyEvent", JSON.convertValue(event, Map.class));
        }
    }

    public byte[] screenshot(boolean whole) throws Exception {
        String png = call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole))
                .get("data")
                .asText();
        return Base64.getDecoder().decode(png);
    }

    /** From now on requests to this server are nothing to complain about. */
    public void mayAsk(String origin) {
        origins.add(origin + "/");
    }

    /** The lowest contrast of any colour that texts have, on any ground that they stand on, after WCAG 2. */
    public double worstContrast() throws Exception {
        return eval("""
                        (() => {
                          const style = getComputedStyle(document.documentElement);
                          const light = (name) => {
                            const hex = style.getPropertyValue('--' + name).trim().slice(1);
                            const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
                              .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
                            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                          };
                          const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
                          const pairs = [['certain-text', 'certain-wash'], ['possible-text', 'possible-wash'], ['muted', 'certain-wash'], ['muted', 'possible-wash'], ['muted', 'clean-wash']];
                          for (const ink of ['ink', 'muted', 'accent', 'certain-text', 'possible-text', 'clean']) for (const ground of ['paper', 'card', 'lane']) pairs.push([ink, ground]);
                          return Math.min(...pairs.map(([a, b]) => ratio(a, b)));
                        })()
                        """).asDouble();
    }

    /** How many controls nothing tells the purpose of. */
    public int unlabelledControls() throws Exception {
        return eval("[...document.querySelectorAll('button, a, input, select')].filter((e) =>"
                        + " !(e.ariaLabel || e.textContent.trim() || e.labels && e.labels.length)).length")
                .asInt();
    }

    /** What the page's console and the browser complained about: errors, warnings, broken policies, requests sent. */
    public List<String> complaints() {
        return complaints;
    }

    JsonNode call(String method, Map<?, ?> params) throws Exception {
        return call(session, method, params);
    }

    private JsonNode call(String inSession, String method, Map<?, ?> params) throws Exception {
        int id = ++lastId;
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(params));
        if (!inSession.isEmpty()) {
            message.put("sessionId", inSession);
        }
        socket.sendText(JSON.writeValueAsString(message), true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        while (true) {
            JsonNode answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (answer == null) {
                throw new IllegalStateException("no answer to " + method);
            }
            if (answer.get("id").asInt() == id) {
                if (answer.has("error")) {
                    throw new IllegalStateException(method + ": " + answer.get("error"));
                }
                return answer.get("result");
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        process.destroyForcibly();
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        private void take(String message) {
            try {
                JsonNode node = JSON.readTree(message);
                if (node.has("id")) {
                    answers.add(node);
                } else {
                    hear(node.path("method").asText(), node.path("params"));
                }
            } catch (IOException e) {
                complaints.add("not understood: " + message);
            }
        }

        private void hear(String method, JsonNode params) {
            switch (method) {
                case "Runtime.exceptionThrown" ->
                    complaints.add(params.path("exceptionDetails").toString());
                case "Runtime.consoleAPICalled" ->
                    complaints.add(params.path("args").toString());
                case "Log.entryAdded" -> complaints.add(params.path("entry").toString());
                case "Network.requestWillBeSent" -> {
                    String url = params.path("request").path("url").asText();
                    boolean expected = origins.stream().anyMatch(url::startsWith);
                    if (!expected && !url.startsWith("file:") && !url.startsWith("data:")) {
                        complaints.add("request to " + url);
                    }
                }
                default -> {}
            }
        }
    }
}
