package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.http.OpenApi;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.lookup.FoundCase;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.report.Browser;
import dev.kvlease.app.report.Reports;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.schemas.Violation;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The console of two instances in a real browser, after a fleet whose readers ask nobody. Pictures stay under
 * target/console for people to look at.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class ConsoleOnABrokerTest {
    private static final String TOKEN = "correct-horse";
    private static final String HOSTILE = "</script><img src=x onerror=window.taken=1>\"'`${window.taken=1}";
    private static final long SECOND_NS = 1_000_000_000L;
    private static final Path SHOTS = Path.of("target", "console");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static Cluster cluster;
    private static LeaseApplication one;
    private static LeaseApplication two;
    private static Browser browser;
    private static List<Violation> violations;
    private static int loads;

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        Path secret = Files.writeString(dir.resolve("token"), TOKEN);
        cluster = new Cluster(
                platform,
                "console",
                Map.of("kvlease.http.token.file", secret.toString(), "acceptable.recovery.lag", "1000000000"));
        Path hostile = Files.write(
                dir.resolve("hostile.ndjson"),
                Reports.lateRead("h" + HOSTILE, "r" + HOSTILE, "q" + HOSTILE, "x" + HOSTILE, "t<b>"));
        cluster.send(History.read(hostile).records());
        cluster.send(
                History.simulated(FleetScenario.incident(4, 24, 120 * SECOND_NS).with(ReaderPolicy.UNGATED), 7)
                        .records());
        one = start("one");
        two = start("two");
        cluster.awaitConsumed();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> partitions(one).size() == 1 && partitions(two).size() == 1);
        violations = cluster.outputs().violations;
        browser = Browser.start(Files.createDirectories(dir.resolve("profile")));
        browser.mayAsk(address(one));
        Files.createDirectories(SHOTS);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        two.close();
        one.close();
        cluster.close();
        platform.close();
    }

    private static LeaseApplication start(String name) {
        return LeaseApplication.start(cluster.config(dir.resolve(name)), Cluster.PARTITIONS, line -> {});
    }

    private static String address(LeaseApplication application) {
        return "http://" + application.httpAddress().orElseThrow();
    }

    private static Set<Integer> partitions(LeaseApplication application) throws Exception {
        Set<Integer> partitions = new TreeSet<>();
        get(application, "/topology", 200).path("partitions").forEach(each -> partitions.add(each.asInt()));
        return partitions;
    }

    private static HttpRequest.Builder request(LeaseApplication application, String path) {
        return HttpRequest.newBuilder(URI.create(address(application) + path)).timeout(Duration.ofSeconds(30));
    }

    private static JsonNode get(LeaseApplication application, String path, int status) throws Exception {
        HttpResponse<String> response = CLIENT.send(
                request(application, path)
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path + response.body()).isEqualTo(status);
        return JSON.readTree(response.body());
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String caseOf(Violation violation) {
        return encoded(violation.getHolderEngineId()) + "/" + encoded(violation.getRequestId());
    }

    /** Every test begins at the overview, with the token given; only what it expects may be complained about. */
    @BeforeEach
    void open() throws Exception {
        browser.look(1280, 900, false);
        load();
        browser.eval("sessionStorage.setItem('kvlease-token', '" + TOKEN + "')");
        load();
        browser.waitFor(
                "window.kvlease && document.querySelector('#feed a') && document.querySelector('#holders tbody tr')");
        browser.complaints().clear();
    }

    /** The page anew, whatever it showed before. */
    private static void load() throws Exception {
        browser.open(URI.create(address(one) + "/?" + ++loads));
        browser.waitFor("window.kvlease");
    }

    private static void nothingToComplainAbout() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theOverviewShowsWhatBothInstancesSay() throws Exception {
        browser.waitFor("document.querySelector('#when').textContent.includes('Of 2 instances')");

        assertThat(browser.text("#when"))
                .contains(one.httpAddress().orElseThrow(), two.httpAddress().orElseThrow());
        assertThat(browser.text("#pulse")).isEqualTo("live · 2 instances");
        assertThat(browser.eval("kvlease.live.verdicts.length").asInt()).isEqualTo(128);
        Set<String> shown = new TreeSet<>();
        browser.eval("kvlease.live.violations.map((v) => v.violation_id)").forEach(id -> shown.add(id.asText()));
        Set<String> found = new TreeSet<>();
        violations.forEach(violation -> found.add(violation.getViolationId()));
        assertThat(found).hasSizeBetween(5, 64);
        assertThat(shown).isEqualTo(found);
        JsonNode holders = get(two, "/holders", 200).path("holders");
        assertThat(browser.eval("document.querySelectorAll('#holders .split > div:first-child tbody tr').length")
                        .asInt())
                .isEqualTo(holders.size());
        assertThat(browser.eval("kvlease.fleet.clocks.length").asInt())
                .isEqualTo(get(two, "/clocks", 200).path("clocks").size());
        assertThat(browser.text("#clocks tbody")).contains("±", "known");
        nothingToComplainAbout();
    }

    @Test
    void aRequestShowsItsLeaseOnBothClocksAndTheNumbers() throws Exception {
        Violation violation = violations.stream()
                .filter(each ->
                        each.getReaderEngineId() != null && !each.getRequestId().contains("<"))
                .findFirst()
                .orElseThrow();
        browser.eval("location.hash = '#/request/" + caseOf(violation) + "'");
        browser.waitFor("document.querySelector('#records') && document.querySelector('#state')");

        assertThat(browser.text("#headline")).isEqualTo(violation.getRequestId());
        assertThat(browser.text("#records")).contains("VIOLATION: " + violation.getType(), "has read, as");
        assertThat(browser.eval("!!document.querySelector('#story svg .lease')").asBoolean())
                .isTrue();
        assertThat(browser.text("#story")).contains("records of this holder", "in the order of record time");
        Files.write(SHOTS.resolve("request.png"), browser.screenshot(true));
    }

    @Test
    void whatTheTopicsTellIsTheSameFromBothInstancesAndAsDescribed() throws Exception {
        OpenApi api = OpenApi.read();
        for (Violation violation : violations.subList(0, 3)) {
            String path = "/explain/" + caseOf(violation) + "?minutes=120";
            JsonNode first = get(one, path, 200);
            JsonNode second = get(two, path, 200);

            api.checkSchema("Case", first);
            assertThat(second.path("timeline")).isEqualTo(first.path("timeline"));
            assertThat(second.path("verdicts")).isEqualTo(first.path("verdicts"));
            assertThat(first.path("timeline").toString()).contains("VIOLATION: " + violation.getType());
            assertThat(first.path("whole").asBoolean()).isTrue();

            JsonNode holders = get(two, "/requests/" + encoded(violation.getRequestId()), 200);
            api.checkSchema("Requests", holders);
            assertThat(holders.path("requests"))
                    .isEqualTo(get(one, "/requests/" + encoded(violation.getRequestId()), 200)
                            .path("requests"));
        }
        assertThat(get(one, "/explain/d0/nothing", 404).path("error").asText()).contains("no record of a holder d0");
        assertThat(get(one, "/explain/d0/nothing?minutes=0", 400).path("error").asText())
                .contains("minutes");
    }

    /** The newest records, and it is said that there were more; or those until the time was over. */
    @Test
    void noMoreThanSomeRecordsAreReadForACase() {
        Violation last = violations.get(violations.size() - 1);
        CaseQuery query =
                new CaseQuery(last.getHolderEngineId(), last.getRequestId(), Optional.empty(), Optional.empty());

        FoundCase all = lookup(100_000, 30).find(query, Duration.ofHours(2));
        FoundCase some = lookup(10, 30).find(query, Duration.ofHours(2));
        FoundCase none = lookup(100_000, 0).find(query, Duration.ofHours(2));

        assertThat(all.cut()).isFalse();
        assertThat(all.whole()).isTrue();
        assertThat(some.cut()).isTrue();
        assertThat(some.whole()).isTrue();
        assertThat(some.file().records())
                .isBetween(0L, 40L)
                .isLessThan(all.file().records());
        assertThat(none.whole()).isFalse();
    }

    private static CaseLookup lookup(long records, int seconds) {
        CaseLookup.Limits limits = new CaseLookup.Limits(records, Duration.ofSeconds(seconds), Duration.ofMinutes(1));
        return new CaseLookup(cluster.config(dir), Cluster.PARTITIONS, Clock.systemUTC(), limits);
    }

    @Test
    void theFeedIsAsDescribedAndGoesOnFromACursor() throws Exception {
        JsonNode all = get(one, "/live", 200);

        OpenApi.read().checkSchema("LiveOne", all);
        assertThat(all.path("verdicts")).isNotEmpty();
        JsonNode rest = get(one, "/live?after=" + all.path("next").asText(), 200);
        assertThat(rest.path("verdicts")).isEmpty();
        assertThat(rest.path("violations")).isEmpty();
        assertThat(get(one, "/live?after=nonsense", 200).path("verdicts")).isEqualTo(all.path("verdicts"));
    }

    @Test
    void eventsAreOfBothInstancesAndForThoseWhoKnowTheToken() throws Exception {
        assertThat(CLIENT.send(request(one, "/live/events").build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<InputStream> response = CLIENT.send(
                request(two, "/live/events")
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (!line.startsWith("data: ")) {
                line = lines.readLine();
            }
            JsonNode picture = JSON.readTree(line.substring("data: ".length()));
            OpenApi.read().checkSchema("LiveAll", picture);
            assertThat(picture.path("instances"))
                    .hasSize(2)
                    .allMatch(each -> each.path("shown").asBoolean());
        }
    }

    @Test
    void aRequestIsFoundWithoutItsHolder() throws Exception {
        String request = get(one, "/requests/" + encoded("q" + HOSTILE), 200)
                .at("/requests/0/holder_engine_id")
                .asText();
        assertThat(request).isEqualTo("h" + HOSTILE);

        find("q" + HOSTILE, "");
        browser.waitFor("document.querySelector('#state')");
        assertThat(browser.text("#headline")).isEqualTo("q" + HOSTILE);
        find("nobody-has-this", "");
        browser.waitFor("document.querySelector('#headline').textContent.startsWith('No holder')");
        assertThat(browser.text("#headline")).isEqualTo("No holder remembers nobody-has-this.");
    }

    private static void find(String request, String holder) throws Exception {
        browser.eval("{document.querySelector('#wanted').value = " + JSON.writeValueAsString(request)
                + "; document.querySelector('#at').value = " + JSON.writeValueAsString(holder)
                + "; document.querySelector('#find').requestSubmit()}");
    }

    @Test
    void hostileIdsAreShownAndNothingElse() throws Exception {
        browser.eval("location.hash = '#/request/" + encoded("h" + HOSTILE) + "/" + encoded("q" + HOSTILE) + "'");
        browser.waitFor("document.querySelector('#records')");

        assertThat(browser.text("#records")).contains("r" + HOSTILE + " has read, as x" + HOSTILE, "VIOLATION");
        assertThat(browser.eval("window.taken === undefined && document.images.length === 0")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void itAsksForTheTokenAndKeepsItToTheTab() throws Exception {
        browser.eval("sessionStorage.clear()");
        load();
        browser.waitFor("window.kvlease && kvlease.locked");
        assertThat(browser.text("#content")).contains("wants a token").doesNotContain("Clocks");
        token("wrong");
        browser.waitFor("document.querySelector('#content').textContent.includes('not right')");
        token(TOKEN);
        browser.waitFor("document.querySelector('#feed a')");

        assertThat(browser.eval("location.href").asText()).doesNotContain(TOKEN);
        assertThat(browser.eval("Object.values(localStorage).join()").asText()).doesNotContain(TOKEN);
        assertThat(browser.eval("document.cookie").asText()).isEmpty();
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("401"));
    }

    private static void token(String secret) throws Exception {
        browser.eval("{document.querySelector('#token').value = '" + secret
                + "'; document.querySelector('.token form').requestSubmit()}");
    }

    @Test
    void everythingCanBeReachedByKeys() throws Exception {
        browser.press("p");
        assertThat(browser.text("#pause")).isEqualTo("Go on");
        browser.press("p");
        assertThat(browser.text("#pause")).isEqualTo("Pause");
        browser.press("/");
        assertThat(browser.eval("document.activeElement.id").asText()).isEqualTo("wanted");
        browser.eval("document.querySelector('.answers button').focus()");
        browser.eval("document.activeElement.click()");
        assertThat(browser.eval("document.querySelectorAll('.answers [aria-pressed=true]').length")
                        .asInt())
                .isEqualTo(1);
        browser.eval("document.querySelector('#feed a').click()");
        browser.waitFor("document.querySelector('#state')");
        browser.press("Escape");
        browser.waitFor("document.querySelector('#feed')");
    }

    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
    void itFitsAndCanBeReadOnDeskAndPhoneByDayAndNight(int width, boolean dark) throws Exception {
        browser.look(width, 900, dark);
        browser.waitFor("document.documentElement.dataset.scheme === '" + (dark ? "dark" : "light") + "'");
        browser.eval("new Promise((done) => setTimeout(done, 200))");

        assertThat(browser.eval("document.scrollingElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(width);
        assertThat(browser.worstContrast()).isGreaterThanOrEqualTo(4.5);
        assertThat(browser.unlabelledControls()).isZero();
        Files.write(SHOTS.resolve(width + (dark ? "-dark" : "-light") + ".png"), browser.screenshot(true));
        nothingToComplainAbout();
    }

    @Test
    void thePageLetsNothingElseIn() throws Exception {
        HttpResponse<String> page = CLIENT.send(request(one, "/").build(), HttpResponse.BodyHandlers.ofString());

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        List<String> loaded = new ArrayList<>();
        browser.eval("performance.getEntriesByType('resource').map((entry) => entry.name)")
                .forEach(name -> loaded.add(name.asText()));
        assertThat(loaded).isNotEmpty().allMatch(name -> name.startsWith(address(one) + "/"));
    }
}
