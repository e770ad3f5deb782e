package dev.kvlease.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLogsTest {
    private static final LogOptions OPTIONS = LogOptions.DEFAULT.withFirstYear(2026);
    private static final String FREED = "Releasing expired KV blocks for request %s which were retrieved by 0 remote"
            + " worker(s) before lease expired.";
    private static final String NOTICE = "Potentially invalid KV blocks for unrecognized request %s were retrieved by a"
            + " decode worker. They may have expired.";

    @TempDir
    private Path logs;

    @Test
    void aReleaseAndANotice21SecondsLaterAreAPair() throws IOException {
        write("prefill-0.log", core("08-16 10:00:00", FREED, "r1"), core("08-16 10:00:21", NOTICE, "r1"));

        LogReading reading = EngineLogs.read(logs, OPTIONS);

        assertThat(reading.findings()).singleElement().isInstanceOfSatisfying(LogFinding.ReadAfterFree.class, pair -> {
            assertThat(pair.freed().requestId()).isEqualTo("r1");
            assertThat(pair.atLeastNs()).isEqualTo(20_000_000_000L);
        });
    }

    @Test
    void aNoticeAloneBeforeItsReleaseOrAfterARestartIsASuspicion() throws IOException {
        write(
                "prefill-0.log",
                core("08-16 10:00:00", NOTICE, "r1"),
                core("08-16 10:00:09", FREED, "r1"),
                core("08-16 10:00:10", FREED, "r2"),
                "(EngineCore_DP0 pid=99) INFO 08-16 10:05:00 [core.py:1] starting",
                core("08-16 10:05:21", NOTICE, "r2").replace("pid=7", "pid=99"));

        assertThat(EngineLogs.read(logs, OPTIONS).findings())
                .extracting(finding -> ((LogFinding.LoneNotice) finding).doubt())
                .containsExactly(LogFinding.Doubt.FREED_BEFORE_LOG_OR_WRONG_ID, LogFinding.Doubt.RESTARTED_BEFORE);
    }

    @Test
    void whatEachRankSaysIsOneFact() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < 8; rank++) {
            lines.add("(Worker_TP" + rank + " pid=" + rank + ") WARNING 08-16 10:00:0" + rank / 4 + " [w.py:1] "
                    + String.format(FREED, "r1"));
        }
        lines.add("(Worker_TP0 pid=0) WARNING 08-16 10:03:00 [w.py:1] " + String.format(FREED, "r1"));
        write("d.log", lines.toArray(String[]::new));

        LogReading reading = EngineLogs.read(logs, OPTIONS);

        assertThat(reading.facts()).extracting(fact -> fact.at().times()).containsExactly(8, 1);
        assertThat(reading.factLines()).isEqualTo(9);
    }

    @Test
    void dataParallelRanksAreEnginesOfTheirOwn() throws IOException {
        String dp1 = core("08-16 10:00:00", FREED, "r1").replace("_DP0", "_DP1");
        write("d.log", core("08-16 10:00:00", FREED, "r1"), dp1, core("08-16 10:00:30", NOTICE, "r1"));

        LogReading reading = EngineLogs.read(logs, OPTIONS);

        assertThat(reading.facts()).hasSize(3);
        assertThat(events(reading, OPTIONS))
                .extracting(LogRecord.Event::event)
                .extracting(event -> event.holder())
                .contains("d", "d_dp1");
    }

    @Test
    void filesAreNamedByPatternRotationAndContainer() throws IOException {
        write("decode-0.log.2", core("08-16 10:00:00", FREED, "a"));
        gzip("decode-0.log.3.gz", core("08-15 10:00:00", FREED, "b"));
        write("pods/ns_decode-1_uid/vllm/0.log", core("08-16 10:00:00", FREED, "c"));
        write("odd/x.txt", core("08-16 10:00:00", FREED, "d"));

        LogReading reading =
                EngineLogs.read(logs, OPTIONS.withEngines(Map.of("odd/**", "decode-9"), Map.of("vllm", "v")));

        assertThat(reading.engines()).extracting(EngineCoverage::engine).containsExactly("decode-0", "decode-9", "v");
        assertThat(reading.engines().get(0).files()).isEqualTo(2);
        assertThat(reading.facts()).extracting(LogFact::requestId).startsWith("b");
    }

    @Test
    void anIdleWindowProvesNothing() throws IOException {
        write("d.log", "(EngineCore_DP0 pid=7) INFO 08-16 10:00:00 [loggers.py:1] Engine 000: running 0 requests");

        LogReading reading = EngineLogs.read(logs, OPTIONS);

        assertThat(reading.findings()).isEmpty();
        assertThat(reading.engines())
                .singleElement()
                .satisfies(engine -> assertThat(engine.sawLeases()).isFalse());
        assertThat(EngineLogs.toRecords(reading, OPTIONS)).isEmpty();
    }

    @Test
    void theYearIsTakenFromTheFileAndMayBeginInIt() throws IOException {
        Path file = write("d.log", core("12-31 23:59:59", FREED, "a"), core("01-01 00:00:01", FREED, "b"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2028-01-01T00:00:02Z")));
        Path late = write("e.log", core("12-30 00:00:00", FREED, "c"));
        Files.setLastModifiedTime(late, FileTime.from(Instant.parse("2028-01-01T00:00:02Z")));

        assertThat(EngineLogs.read(logs, LogOptions.DEFAULT).facts())
                .extracting(fact ->
                        Instant.ofEpochSecond(0, fact.at().time().fromNs()).toString())
                .containsExactly("2027-12-30T00:00:00Z", "2027-12-31T23:59:59Z", "2028-01-01T00:00:01Z");
    }

    @Test
    void aPairIsCertainForTheCoreOnlyBeyondTheDelayAndTheCoarsenessOfStamps() throws IOException {
        write(
                "prefill-0.log",
                core("08-16 10:00:00", FREED, "far"),
                core("08-16 10:00:00", FREED, "near"),
                core("08-16 10:00:05", NOTICE, "near"),
                core("08-16 10:00:21", NOTICE, "far"),
                core("08-16 10:00:22", NOTICE, "alone"));
        LogOptions bounded = OPTIONS.withNoticeDelay(Duration.ofSeconds(5));

        List<Violation> violations = judge("prefill-0", EngineLogs.toRecords(EngineLogs.read(logs, bounded), bounded));

        assertThat(violations)
                .extracting(Violation::requestId, Violation::type, Violation::certainty)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "near", ViolationType.READ_AFTER_EXPIRY, Certainty.POSSIBLE),
                        org.assertj.core.groups.Tuple.tuple("far", ViolationType.READ_AFTER_EXPIRY, Certainty.CERTAIN));
    }

    @Test
    void withoutABoundOnTheDelayNoReadIsJudged() throws IOException {
        write("prefill-0.log", core("08-16 10:00:00", FREED, "r"), core("08-16 10:00:21", NOTICE, "r"));

        List<LogRecord> records = EngineLogs.toRecords(EngineLogs.read(logs, OPTIONS), OPTIONS);

        assertThat(records).allMatch(record -> record instanceof LogRecord.Event);
        assertThat(judge("prefill-0", records)).isEmpty();
    }

    @Test
    void aLeaseThatIsShownBeginsWhereItBeganAndQuietDaysAreBridged() throws IOException {
        write(
                "d.log",
                "DEBUG 08-16 10:00:00 [n.py:1] NIXLConnector request_finished(r) waiting for 480 seconds before releasing"
                        + " blocks",
                core("08-19 10:00:00", FREED, "r"));

        List<LogRecord> records = EngineLogs.toRecords(EngineLogs.read(logs, OPTIONS), OPTIONS);

        assertThat(events(records))
                .extracting(record -> record.event().type())
                .startsWith(
                        LeaseEventType.ENGINE_STARTED, LeaseEventType.BLOCKS_ALLOCATED, LeaseEventType.ENGINE_HEARTBEAT)
                .endsWith(LeaseEventType.BLOCKS_EXPIRED, LeaseEventType.ENGINE_HEARTBEAT);
        assertThat(events(records).get(1).event().expiryNs()
                        - events(records).get(1).event().clockNs())
                .isEqualTo(480_000_000_000L);
        assertThat(events(records))
                .extracting(record -> record.event().seq())
                .isSorted()
                .doesNotHaveDuplicates();
        judge("d", records);
    }

    @Test
    void readersSayWhatTheyDidNotUse() throws IOException {
        write("d0.log", core("08-16 10:00:00", FREED, "r1"));
        write("p0.log", core("08-16 10:00:02", "Declining expired remote read for %s from engine uuid-1.", "r1"));
        LogOptions named = OPTIONS.withEngines(Map.of(), Map.of("uuid-1", "d0"));

        List<LogRecord> records = EngineLogs.toRecords(EngineLogs.read(logs, named), named);

        assertThat(records)
                .filteredOn(record -> record instanceof LogRecord.Outcome)
                .singleElement()
                .isInstanceOfSatisfying(LogRecord.Outcome.class, made -> {
                    assertThat(made.outcome().reader()).isEqualTo("p0");
                    assertThat(made.outcome().holderLife()).isEqualTo("log-1");
                });
        judge("d0", records);
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> OPTIONS.withNoticeDelay(Duration.ofSeconds(8))).hasMessageContaining("0 to 7 s");
        assertThatThrownBy(() -> OPTIONS.withFirstYear(25)).hasMessageContaining("1971");
    }

    private static List<LogRecord.Event> events(LogReading reading, LogOptions options) {
        return events(EngineLogs.toRecords(reading, options));
    }

    private static List<LogRecord.Event> events(List<LogRecord> records) {
        return records.stream()
                .filter(record -> record instanceof LogRecord.Event)
                .map(record -> (LogRecord.Event) record)
                .toList();
    }

    private static String core(String stamp, String message, String request) {
        return "(EngineCore_DP0 pid=7) WARNING " + stamp + " [nixl/worker.py:1] " + String.format(message, request);
    }

    private Path write(String name, String... lines) throws IOException {
        Path file = logs.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, List.of(lines));
    }

    private void gzip(String name, String line) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(logs.resolve(name)))) {
            out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What the core makes of the records; it must refuse none. */
    private static List<Violation> judge(String holder, List<LogRecord> records) {
        LeaseEngine engine = new LeaseEngine(holder, Settings.DEFAULT, false);
        Judgements judgements = new Judgements();
        for (LogRecord record : records) {
            Arrival at = new Arrival(record.recordTimeMs(), 0, new AsOf(0, 0, 0, 0, 0));
            if (record instanceof LogRecord.Event event) {
                engine.apply(event.event(), at, judgements);
            } else if (record instanceof LogRecord.Sample sample) {
                engine.apply(sample.sample(), at, judgements);
            } else if (record instanceof LogRecord.Outcome outcome) {
                engine.apply(outcome.outcome(), at, judgements);
            }
        }
        return judgements.violations;
    }

    private static final class Judgements implements Effects {
        private final List<Violation> violations = new ArrayList<>();

        @Override
        public void verdict(Verdict verdict) {}

        @Override
        public void violation(Violation violation) {
            violations.add(violation);
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            assertThat(offset.suspect()).isFalse();
        }

        @Override
        public void refused(BadRecord reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void note(Note note) {}
    }
}
