package dev.kvlease.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.audit.Audit;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in a real browser. Screenshots stay under target/report for people to look at. */
class ReportPageTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final Path SHOTS = Path.of("target", "report");
    private static final String TIMELINE = "kvlease.overview().find((block) => block.timeline).timeline";

    @TempDir
    static Path directory;

    private static Browser browser;
    private static Path incident;
    private static JsonNode data;

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = Browser.start(Files.createDirectories(directory.resolve("profile")));
        Audit audit =
                Reports.simulated(FleetScenario.incident(8, 40, 120 * SECOND_NS).with(ReaderPolicy.UNGATED), 7);
        data = Reports.json(audit);
        incident = Reports.file(audit, directory.resolve("incident.html"));
        Files.createDirectories(SHOTS);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingToComplainAbout() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theHeadlineCountsWhatTheAuditCounts() throws Exception {
        open(incident, "");

        assertThat(data.at("/summary/violations/certain").asInt()).isPositive();
        assertThat(number("[data-count=certain]"))
                .isEqualTo(data.at("/summary/violations/certain").asInt());
        assertThat(number("[data-count=possible]"))
                .isEqualTo(data.at("/summary/violations/possible").asInt());
        assertThat(number("[data-count=clean]"))
                .isEqualTo(data.at("/summary/reads/clean").asInt());
        assertThat(number("[data-count=unjudged]"))
                .isEqualTo(data.at("/summary/reads/not_judged").asInt());
        assertThat(browser.text("#headline"))
                .isEqualTo(
                        data.at("/summary/reads/violating").asInt() + " reads may have returned somebody else’s text.");
        assertThat(browser.text(".equation")).endsWith("✓ adds up");
        assertThat(browser.text("#basis")).contains("events <&> \"ndjson\"", "kvlease 1.2.3");
    }

    @Test
    void theSearchFindsRowsByAnyId() throws Exception {
        open(incident, "");
        JsonNode wanted = data.at("/violations/3");

        search(wanted.get("read_request_id").asText() + " "
                + wanted.get("holder_engine_id").asText().substring(2));
        assertThat(rows()).isEqualTo(1);
        assertThat(browser.text(".violations tbody tr"))
                .contains(wanted.get("request_id").asText());

        search("no such id");
        assertThat(rows()).isZero();
        assertThat(browser.text("#violations .table-body")).contains("Nothing matches");

        search("");
        assertThat(rows()).isEqualTo(data.get("violations").size());
    }

    @Test
    void columnsSortAndGroupsAddUp() throws Exception {
        open(incident, "");

        browser.eval("[...document.querySelectorAll('.violations th button')][7].click()");
        browser.eval("[...document.querySelectorAll('.violations th button')][7].click()");
        assertThat(browser.eval("document.querySelectorAll('.violations th')[7].ariaSort")
                        .asText())
                .isEqualTo("descending");
        long longest = 0;
        for (JsonNode violation : data.get("violations")) {
            longest = Math.max(longest, violation.at("/read/past_end_min_ns").asLong(0));
        }
        assertThat(browser.eval("kvlease.audit.violations.find((v) => v.read_request_id"
                                + " === document.querySelectorAll('.violations tbody tr')[0].cells[6].textContent)"
                                + ".read.past_end_min_ns")
                        .asLong())
                .isEqualTo(longest);

        browser.eval("{const s = document.querySelector('#violations select'); s.value = 'cause';"
                + " s.dispatchEvent(new Event('change'))}");
        int sum = browser.eval("[...document.querySelectorAll('.group .counts')]"
                        + ".flatMap((e) => e.textContent.trim().split(/\\s+/)).reduce((a, b) => a + Number(b), 0)")
                .asInt();
        assertThat(sum).isEqualTo(data.get("violations").size());
    }

    @Test
    void everySuspectReadHasAPageWithItsNumbers() throws Exception {
        for (JsonNode violation : data.get("violations")) {
            open(incident, route(violation.get("violation_id").asText()));

            assertThat(browser.text("#headline"))
                    .contains(violation.get("holder_engine_id").asText());
            assertThat(browser.text("#records"))
                    .contains(
                            "read-outcomes-0@"
                                    + violation.at("/outcome_at/offset").asLong(),
                            "VIOLATION",
                            violation.get("read_request_id").asText());
            if (violation.at("/read/past_end_min_ns").isNumber()) {
                assertThat(browser.text("#recomputed")).startsWith("✓ Computed again");
            }
        }
        open(incident, "#/read/nothing");
        assertThat(browser.text("#headline")).contains("no such read");
    }

    @Test
    void theNameOfALeaseStaysWithinItsBarOnAPhone() throws Exception {
        String names =
                "[...document.querySelectorAll('text.strong')].filter((e) => e.textContent.startsWith('lease of'))";
        browser.look(390, 844, false);
        int named = 0;
        for (JsonNode violation : data.get("violations")) {
            browser.open(URI.create(
                    incident.toUri() + route(violation.get("violation_id").asText())));
            named += browser.eval(names + ".length").asInt();

            assertThat(browser.eval(names + ".every((name) => name.getBoundingClientRect().right"
                                    + " <= document.querySelector('rect.lease').getBoundingClientRect().right)")
                            .asBoolean())
                    .as("%s", violation)
                    .isTrue();
        }
        assertThat(named).isPositive();
    }

    @Test
    void theTimelineIsMovedByKeys() throws Exception {
        open(incident, "");
        browser.waitFor(TIMELINE + ".width > 0");
        browser.eval("document.querySelector('canvas').focus()");
        double whole =
                browser.eval(TIMELINE + ".view.to - " + TIMELINE + ".view.from").asDouble();

        browser.press("+");
        assertThat(browser.eval(TIMELINE + ".view.to - " + TIMELINE + ".view.from")
                        .asDouble())
                .isLessThan(whole);
        browser.press("0");
        assertThat(browser.eval(TIMELINE + ".view.to - " + TIMELINE + ".view.from")
                        .asDouble())
                .isEqualTo(whole);
        browser.press("n");
        assertThat(browser.text("#live"))
                .startsWith("Violation 1 of " + data.get("violations").size());
        browser.press("Enter");
        browser.waitFor("document.querySelector('#records')");
        assertThat(browser.text(".crumbs"))
                .contains("1 of " + data.get("violations").size());
        browser.eval("document.querySelector('.crumbs a').click()");
        browser.waitFor("document.querySelector('canvas')");
    }

    @Test
    void hostileIdsAreShownAndNothingElse() throws Exception {
        String hostile =
                "</script><script>window.taken=1</script><img src=x onerror=window.taken=1>\"'`${window.taken=1}";
        Audit audit = Reports.audit(Reports.lateRead(
                "h" + hostile, "r" + hostile, "q" + hostile + ":12345678901234567890,", "x\u202egnp%2F#?&", "t<b>"));
        Path file = Reports.file(audit, directory.resolve("hostile.html"));

        open(file, "");
        search("onerror");
        assertThat(rows()).isEqualTo(1);
        assertThat(browser.text(".violations tbody tr"))
                .contains("h" + hostile, ":12345678901234567890,", "x\\u202egnp");
        browser.eval("document.querySelector('.violations tbody a').click()");
        browser.waitFor("document.querySelector('#records')");

        assertThat(browser.text("#headline")).contains("q" + hostile);
        assertThat(browser.text("#owners")).contains("t<b>");
        assertThat(browser.text("#recomputed")).startsWith("✓ Computed again");
        assertThat(browser.text("#formula")).contains("1,000,000,031.100000007");
        assertThat(browser.eval("window.taken === undefined && document.images.length === 0")
                        .asBoolean())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1440, false", "1440, true", "390, false", "390, true"})
    void itFitsAndCanBeReadOnDeskAndPhoneByDayAndNight(int width, boolean dark) throws Exception {
        browser.look(width, 900, dark);
        for (String page :
                new String[] {"", route(data.at("/violations/1/violation_id").asText())}) {
            browser.open(URI.create(incident.toUri() + page));
            browser.eval("new Promise((done) => setTimeout(done, 200))");

            assertThat(browser.eval("document.scrollingElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
            assertThat(browser.worstContrast()).isGreaterThanOrEqualTo(4.5);
            assertThat(browser.unlabelledControls()).isZero();
            String name = width + (dark ? "-dark" : "-light") + (page.isEmpty() ? "" : "-read") + ".png";
            Files.write(SHOTS.resolve(name), browser.screenshot(true));
        }
    }

    @Test
    void itPrints() throws Exception {
        open(incident, "");

        assertThat(browser.call("Page.printToPDF", Map.of("printBackground", true))
                        .get("data")
                        .asText())
                .startsWith("JVBERi0");
    }

    @Test
    void tenThousandLeasesStayFluent() throws Exception {
        Audit audit = Reports.simulated(
                FleetScenario.lossy(64, 256, 2_700 * SECOND_NS).with(ReaderPolicy.UNGATED), 3);
        assertThat(audit.bars()).hasSizeGreaterThanOrEqualTo(10_000);
        open(Reports.file(audit, directory.resolve("many.html")), "");
        browser.waitFor(TIMELINE + ".width > 0");
        browser.eval(TIMELINE + ".suspectsOnly(false)");

        JsonNode times = new ObjectMapper()
                .readTree(browser.eval("""
                                (async () => {
                                  const t = %s;
                                  const frames = [];
                                  const drawn = [];
                                  const draw = t.drawing.draw.bind(t.drawing);
                                  t.drawing.draw = () => { drawn.push(draw()); };
                                  const frame = () => new Promise(requestAnimationFrame);
                                  await frame();
                                  for (let i = 0; i < 200; i++) {
                                    const began = performance.now();
                                    if (i < 100) t.zoom(i < 50 ? 0.95 : 1 / 0.95); else t.move(i %% 2 ? 15 : -9, i < 150 ? 12 : -12);
                                    await frame();
                                    frames.push(performance.now() - began);
                                  }
                                  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
                                  return JSON.stringify({ leases: t.model.audit.leases.length, frame: median(frames), script: median(drawn) });
                                })()
                                """.formatted(TIMELINE)).asText());
        System.out.printf(
                "%d leases: median frame %.1f ms, of it %.1f ms of script%n",
                times.get("leases").asInt(),
                times.get("frame").asDouble(),
                times.get("script").asDouble());

        assertThat(times.get("script").asDouble())
                .as("median milliseconds of script a frame")
                .isLessThan(16);
    }

    private static void open(Path file, String page) throws Exception {
        browser.look(1440, 1000, false);
        browser.open(URI.create(file.toUri() + page));
    }

    private static String route(String violationId) {
        return "#/read/"
                + URLEncoder.encode(violationId, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static int number(String selector) throws Exception {
        return Integer.parseInt(browser.text(selector).replace(",", ""));
    }

    private static int rows() throws Exception {
        return browser.eval("document.querySelectorAll('.violations tbody tr').length")
                .asInt();
    }

    private static void search(String words) throws Exception {
        browser.eval("{const s = document.querySelector('#search'); s.value = "
                + new ObjectMapper().writeValueAsString(words) + "; s.dispatchEvent(new Event('input'))}");
    }
}
