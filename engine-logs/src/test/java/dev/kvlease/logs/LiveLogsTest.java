package dev.kvlease.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs as they are written: their shape kept, ids invented. */
class LiveLogsTest {
    private static final Instant NOW = Instant.parse("2026-08-16T10:30:00Z");
    private static final String STATS =
            "(APIServer pid=3) INFO 08-16 %s [loggers.py:248] Engine 000: Avg prompt throughput:"
                    + " 0.0 tokens/s, Running: 0 reqs, Waiting: 0 reqs";
    private static final String FREED =
            "(%s pid=%d) WARNING 08-16 %s [nixl_connector.py:1048] Releasing expired KV blocks"
                    + " for request %s which were retrieved by 0 decode worker(s) within 30 seconds.";
    private static final String NOTICE =
            "(%s pid=%d) ERROR 08-16 %s [nixl/worker.py:1500] Potentially invalid KV blocks for"
                    + " unrecognized request %s were retrieved by a decode worker. They may have expired.";
    private static final String HELD =
            "(EngineCore_DP0 pid=7) DEBUG 08-16 10:00:00 [nixl_connector.py:326] NIXLConnector"
                    + " request_finished(cmpl-1) waiting for 30 seconds before releasing blocks";
    private static final String DECLINED =
            "(EngineCore_DP0 pid=9) WARNING 08-16 %s [scheduler.py:77] Declining expired remote read for %s from engine %s.";

    private final LiveLogs logs = live(LogOptions.DEFAULT);

    @Test
    void aFollowedLogTellsWhatTheWholeFileTells(@TempDir Path directory) throws IOException {
        LogOptions options = LogOptions.DEFAULT.withNoticeDelay(Duration.ofSeconds(5));
        List<String> lines = List.of(
                String.format(STATS, "09:59:50"),
                HELD,
                String.format(STATS, "10:00:10"),
                String.format(FREED, "Worker_TP0", 8, "10:00:30", "cmpl-1"),
                String.format(FREED, "Worker_TP1", 9, "10:00:31", "cmpl-1"),
                String.format(FREED, "Worker_TP0", 8, "10:00:33", "cmpl-2"),
                String.format(NOTICE, "Worker_TP0", 8, "10:00:51", "cmpl-1"),
                String.format(NOTICE, "Worker_TP1", 9, "10:00:52", "cmpl-9"),
                String.format(FREED, "Worker_TP0", 8, "10:03:00", "cmpl-3"));
        Path file = Files.write(directory.resolve("decode-0.log"), lines);
        List<LogRecord> whole =
                EngineLogs.toRecords(EngineLogs.read(file, options.withFirstYear(2026)), options.withFirstYear(2026));

        List<LogRecord> followed = records(follow(live(options), "decode-0", lines));

        assertThat(plain(followed)).isEqualTo(plain(whole)).hasSize(8);
    }

    @Test
    void holdersKeepTheNumbersWithoutHolesAndAreHeardFromByLinesThatTellNothing() {
        List<LogRecord> records = records(follow(
                logs,
                "decode-0",
                List.of(
                        String.format(STATS, "10:00:00"),
                        String.format(FREED, "EngineCore_DP0", 7, "10:00:30", "cmpl-1"),
                        String.format(STATS, "10:00:32"),
                        String.format(STATS, "10:00:42"),
                        String.format(STATS, "10:00:43"))));

        assertThat(events(records))
                .extracting(LeaseEvent::type)
                .containsExactly(
                        LeaseEventType.ENGINE_STARTED,
                        LeaseEventType.BLOCKS_ALLOCATED,
                        LeaseEventType.BLOCKS_EXPIRED,
                        LeaseEventType.ENGINE_HEARTBEAT);
        assertThat(events(records)).extracting(LeaseEvent::seq).containsExactly(0L, 1L, 2L, 3L);
        assertThat(events(records)).allSatisfy(event -> {
            assertThat(event.holder()).isEqualTo("log:decode-0");
            assertThat(event.life()).isEqualTo("log-run-1");
        });
    }

    @Test
    void anotherProcessIsAnotherLifeAndLateLinesOfTheOldOneAreNot() {
        List<LogRecord> records = records(follow(
                logs,
                "decode-0",
                List.of(
                        String.format(FREED, "EngineCore_DP0", 7, "10:00:30", "cmpl-1"),
                        String.format(FREED, "EngineCore_DP0", 71, "10:10:00", "cmpl-2"),
                        String.format(FREED, "EngineCore_DP0", 7, "10:10:00", "cmpl-3"),
                        String.format(FREED, "Worker_TP0", 90, "10:10:09", "cmpl-4"))));

        assertThat(events(records))
                .filteredOn(event -> event.type() == LeaseEventType.ENGINE_STARTED)
                .extracting(LeaseEvent::life)
                .containsExactly("log-run-1", "log-run-2");
    }

    @Test
    void factsThatAreNoRecordsAreSightings() {
        List<LogNews> news = follow(
                logs,
                "decode-0",
                List.of(
                        String.format(FREED, "EngineCore_DP0", 7, "10:00:30", "cmpl-1"),
                        String.format(NOTICE, "EngineCore_DP0", 7, "10:00:51", "cmpl-1"),
                        String.format(NOTICE, "EngineCore_DP0", 7, "10:00:52", "cmpl-1"),
                        "(EngineCore_DP0 pid=7) DEBUG 08-16 10:01:00 [nixl.py:1] NIXL handshake: get metadata took: 0.002",
                        String.format(DECLINED, "10:01:05", "req-1", "uuid-of-unseen"),
                        "Force freed request: without-a-time"));

        assertThat(news)
                .filteredOn(each -> each instanceof LogNews.Sighted)
                .extracting(each -> ((LogNews.Sighted) each).fact().getClass().getSimpleName())
                .containsExactly("ForeignReadSuspected", "HandshakeTook", "ReadDeclined", "ForceFreed");
        assertThat(logs.facts()).isEqualTo(6);
        assertThat(logs.repeated()).isEqualTo(1);
    }

    @Test
    void readersAndHoldersMeetThoughTheirLogsAreTwo() {
        LiveLogs named =
                live(LogOptions.DEFAULT.withEngines(java.util.Map.of(), java.util.Map.of("uuid-1", "decode-0")));
        follow(named, "decode-0", List.of(String.format(FREED, "EngineCore_DP0", 7, "10:00:30", "req-1")));

        List<LogRecord> records =
                records(follow(named, "prefill-0", List.of(String.format(DECLINED, "10:01:05", "req-1", "uuid-1"))));

        assertThat(records).singleElement().isInstanceOfSatisfying(LogRecord.Outcome.class, made -> {
            assertThat(made.outcome().reader()).isEqualTo("log:prefill-0");
            assertThat(made.outcome().holder()).isEqualTo("log:decode-0");
            assertThat(made.outcome().leaseSeq()).isNotEqualTo(Absent.LONG);
        });
    }

    @Test
    void aNoticeIsAReadWhoseClockIsBoundedBeforehandAndAgainBeforeItDrifts() {
        LiveLogs bounded = live(LogOptions.DEFAULT.withNoticeDelay(Duration.ofSeconds(5)));
        List<LogRecord> records = records(follow(
                bounded,
                "decode-0",
                List.of(
                        String.format(FREED, "EngineCore_DP0", 7, "10:00:00", "cmpl-1"),
                        String.format(STATS, "10:00:01"),
                        String.format(STATS, "10:00:11"),
                        String.format(NOTICE, "EngineCore_DP0", 7, "10:00:21", "cmpl-1"),
                        String.format(STATS, "10:01:11"))));

        assertThat(records)
                .filteredOn(record -> !(record instanceof LogRecord.Event))
                .extracting(record -> record.getClass().getSimpleName())
                .containsExactly("Sample", "Outcome", "Sample");
    }

    @Test
    void theYearOfALogThatIsBeingWrittenIsThatOfTheTime() {
        Instant newYear = Instant.parse("2028-01-01T00:00:02Z");
        List<LogNews> december = logs.take("a", "INFO 12-31 23:59:59 [m.py:1] Force freed request: r", newYear);
        List<LogNews> january = logs.take("a", "INFO 01-01 00:00:01 [m.py:1] Force freed request: s", newYear);
        List<LogNews> other = logs.take("b", "INFO 01-01 00:00:01 [m.py:1] Force freed request: t", newYear);

        assertThat(clock(december)).isEqualTo(Instant.parse("2027-12-31T23:59:59Z"));
        assertThat(clock(january)).isEqualTo(Instant.parse("2028-01-01T00:00:01Z"));
        assertThat(clock(other)).isEqualTo(clock(january));
    }

    private static Instant clock(List<LogNews> news) {
        return Instant.ofEpochSecond(0, events(records(news)).get(0).clockNs());
    }

    private static LiveLogs live(LogOptions options) {
        return new LiveLogs(options, "log:", "run");
    }

    private static List<LogNews> follow(LiveLogs logs, String engine, List<String> lines) {
        List<LogNews> news = new ArrayList<>();
        lines.forEach(line -> news.addAll(logs.take(engine, line, NOW)));
        return news;
    }

    private static List<LogRecord> records(List<LogNews> news) {
        return news.stream()
                .filter(each -> each instanceof LogNews.Recorded)
                .map(each -> ((LogNews.Recorded) each).record())
                .toList();
    }

    private static List<LeaseEvent> events(List<LogRecord> records) {
        return records.stream()
                .filter(record -> record instanceof LogRecord.Event)
                .map(record -> ((LogRecord.Event) record).event())
                .toList();
    }

    /** What the records say, without heartbeats, bounds, numbers, lives and the prefix. */
    private static List<String> plain(List<LogRecord> records) {
        List<String> plain = new ArrayList<>();
        for (LogRecord record : records) {
            if (record instanceof LogRecord.Event made && made.event().type() != LeaseEventType.ENGINE_HEARTBEAT) {
                LeaseEvent event = made.event();
                plain.add(event.type() + " " + event.requestId() + " " + event.clockNs() + " " + event.expiryNs());
            } else if (record instanceof LogRecord.Outcome made) {
                plain.add(made.outcome().status() + " " + made.outcome().requestId() + " "
                        + made.outcome().finishedNs());
            }
        }
        return plain;
    }
}
