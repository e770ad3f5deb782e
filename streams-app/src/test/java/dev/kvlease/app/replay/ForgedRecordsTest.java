package dev.kvlease.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.cli.TestConsole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/security.md says that forged records can do, and cannot. */
class ForgedRecordsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOLDER = "'holder_engine_id': 'd0', 'holder_incarnation': '%s', ";
    private static final String READ = "'reader_engine_id': 'p0', 'reader_incarnation': 'p', 'holder_engine_id': 'd0', "
            + "'request_id': 'r1', 'read_request_id': '%s', ";

    /** d0 leases to r1 until 130 s of its clock, which is that of p0 give or take 1 ms. */
    private final List<String> lines =
            new ArrayList<>(List.of(event("a", 0, 1, "ENGINE_STARTED", ""), sample("p", "a", 2, 2), lease("")));

    @TempDir
    private Path dir;

    @Test
    void withoutForgeryTheReadIsReadableUntilItsDeadline() throws Exception {
        lines.add(intent("in-time", 101));
        lines.add(event("a", 2, 128, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("late", 128));

        assertThat(answers()).containsExactly("in-time READABLE WITHIN_LEASE", "late EXPIRED WITHIN_SAFETY_MARGIN");
    }

    @Test
    void anExtensionMakesALateReadReadable() throws Exception {
        lines.add(event("a", 2, 129, "LEASE_EXTENDED", ", 'request_id': 'r1', 'expiry_ns': 500000000000"));
        lines.add(event("a", 3, 300, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("late", 300));

        assertThat(answers()).containsExactly("late READABLE WITHIN_LEASE");
    }

    /** The heartbeats of a holder that is dead: only until the lease's own deadline. */
    @Test
    void heartbeatsHideSilenceButMoveNoDeadline() throws Exception {
        lines.add(intent("silent", 115));
        lines.add(event("a", 2, 115, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("again", 115));
        lines.add(event("a", 3, 130, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("late", 130));

        assertThat(answers())
                .containsExactly(
                        "silent EXPIRED HOLDER_SILENT", "again READABLE WITHIN_LEASE", "late EXPIRED DEADLINE_PASSED");
    }

    @Test
    void aNewLifeEndsLeasesAndNothingOfItIsReadableWithoutItsClock() throws Exception {
        lines.add(intent("before", 101));
        lines.add(event("forged", 0, 102, "ENGINE_STARTED", ""));
        lines.add(event(
                "forged",
                1,
                102,
                "BLOCKS_ALLOCATED",
                ", 'request_id': 'r1', 'block_ids': [[20]], " + "'expiry_ns': 900000000000"));
        lines.add(intent("after", 103));
        lines.add(event("a", 2, 104, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("still", 104));

        assertThat(answers())
                .containsExactly(
                        "before READABLE WITHIN_LEASE",
                        "before EXPIRED ENGINE_RESTARTED",
                        "after EXPIRED CLOCK_UNKNOWN",
                        "still EXPIRED CLOCK_UNKNOWN");
    }

    @Test
    void aSeqAheadDistrustsOlderLeases() throws Exception {
        lines.add(intent("before", 101));
        lines.add(event("a", 100, 102, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("after", 103));

        assertThat(answers())
                .containsExactly("before READABLE WITHIN_LEASE", "before EXPIRED EVENT_GAP", "after EXPIRED EVENT_GAP");
    }

    @Test
    void aLeapAloneIsNotBelieved() throws Exception {
        lines.add(event("a", 2_000_000, 102, "ENGINE_HEARTBEAT", ""));
        lines.add(event("a", 2, 100 + 25 * 3600, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("after", 103));

        assertThat(answers()).containsExactly("after READABLE WITHIN_LEASE");
    }

    @Test
    void aClockAheadEndsLeasesEarly() throws Exception {
        lines.add(event("a", 2, 200, "ENGINE_HEARTBEAT", ""));
        lines.add(intent("after", 103));

        assertThat(answers()).containsExactly("after EXPIRED DEADLINE_PASSED");
    }

    @Test
    void aReleaseOnlyDeclines() throws Exception {
        lines.add(intent("before", 101));
        lines.add(event("a", 2, 102, "BLOCKS_RELEASED", ", 'request_id': 'r1'"));
        lines.add(intent("after", 103));

        assertThat(answers())
                .containsExactly("before READABLE WITHIN_LEASE", "before EXPIRED RELEASED", "after EXPIRED RELEASED");
    }

    @Test
    void oneSampleMakesTheClockUnknown() throws Exception {
        lines.add(sample("p", "a", 50, 10));
        lines.add(intent("after", 101));

        assertThat(answers()).containsExactly("after EXPIRED CLOCK_UNKNOWN");
    }

    /** As if the holder's clock were 60 s behind: its deadline seems to be a minute away. */
    @Test
    void twoSamplesThatAgreeMoveDeadlines() throws Exception {
        lines.add(event("a", 2, 108, "ENGINE_HEARTBEAT", ""));
        lines.add(sample("p", "a", 110, 50));
        lines.add(sample("p", "a", 111, 51));
        lines.add(intent("late", 140));

        assertThat(answers()).containsExactly("late READABLE WITHIN_LEASE");
    }

    @Test
    void anIntentOfAnotherReadTakesTheClaim() throws Exception {
        lines.set(2, lease(", 'max_reads': 1"));
        lines.add(intent("forged", 101));
        lines.add(intent("real", 102));

        assertThat(answers()).containsExactly("forged READABLE WITHIN_LEASE", "real EXPIRED CLAIMED");
    }

    @Test
    void anOutcomeLosesARevocationAndLetsASecondReadIn() throws Exception {
        lines.set(2, lease(", 'max_reads': 1"));
        lines.add(intent("real", 101));
        lines.add(line(
                "read-outcomes",
                String.format(READ, "real") + "'holder_incarnation': 'a', 'status': 'FAILED', "
                        + "'started_ns': 101000000000, 'finished_ns': 102000000000"));
        lines.add(intent("second", 103));
        lines.add(event("a", 2, 104, "BLOCKS_RELEASED", ", 'request_id': 'r1'"));

        assertThat(answers())
                .containsExactly(
                        "real READABLE WITHIN_LEASE", "second READABLE WITHIN_LEASE", "second EXPIRED RELEASED");
    }

    @Test
    void theStartOfAHolderThatSendsNoEventsEndsLeniencyForIt() throws Exception {
        lines.clear();
        lines.add(sample("p", "a", 2, 2));
        lines.add(intent("before", 101, ", 'expiry_ns': 130000000000"));
        lines.add(event("a", 0, 102, "ENGINE_STARTED", ""));
        lines.add(intent("after", 103, ", 'expiry_ns': 130000000000"));

        assertThat(answers()).containsExactly("before READABLE WITHIN_LEASE", "after EXPIRED LEASE_UNKNOWN");
    }

    private static String lease(String more) {
        return event(
                "a",
                1,
                100,
                "BLOCKS_ALLOCATED",
                ", 'request_id': 'r1', 'block_ids': [[20]], 'expiry_ns': 130000000000" + more);
    }

    private static String event(String life, long seq, long clockS, String type, String more) {
        return line(
                "lease-events",
                String.format(HOLDER, life) + "'type': '" + type + "', 'seq': " + seq + ", 'engine_clock_ns': " + clockS
                        + "000000000" + more);
    }

    private static String sample(String readerLife, String life, long readerS, long holderS) {
        return line(
                "handshake-samples",
                String.format(HOLDER, life) + "'reader_engine_id': 'p0', 'reader_incarnation': '"
                        + readerLife + "', 'rank': 0, 'sent_ns': " + readerS + "000000000, 'remote_ns': " + holderS
                        + "001000000, 'received_ns': " + readerS + "002000000");
    }

    private static String intent(String read, long nowS) {
        return intent(read, nowS, "");
    }

    private static String intent(String read, long nowS, String more) {
        return line(
                "read-intents",
                String.format(READ, read) + "'num_local_blocks': 2, 'now_ns': " + nowS + "000000000" + more);
    }

    private static String line(String topic, String fields) {
        return ("{'topic': '" + topic + "', 'timestamp': 1785000000000, 'value': {" + fields + "}}").replace('\'', '"');
    }

    /** Every answer and revocation in order: the read, the verdict, the reason. */
    private List<String> answers() throws Exception {
        Path events = Files.write(dir.resolve("events.ndjson"), lines);
        Path verdicts = dir.resolve("verdicts.ndjson");
        TestConsole console = new TestConsole();
        int code = console.run("replay", "--quiet", "--input", events.toString(), "--out", verdicts.toString());
        assertThat(code).as(console.err()).isZero();
        List<String> answers = new ArrayList<>();
        for (String line : Files.readAllLines(verdicts)) {
            JsonNode answer = JSON.readTree(line);
            if (answer.path("kind").asText().equals("verdict")) {
                answers.add(answer.path("read_request_id").asText() + " "
                        + answer.path("status").asText() + " "
                        + answer.path("reason").asText());
            }
        }
        return answers;
    }
}
