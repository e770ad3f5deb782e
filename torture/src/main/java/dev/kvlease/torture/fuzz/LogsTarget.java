package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.logs.LiveLogs;
import dev.kvlease.logs.LogFact;
import dev.kvlease.logs.LogLineReader;
import dev.kvlease.logs.LogNews;
import dev.kvlease.logs.LogOptions;
import dev.kvlease.logs.LogRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Log lines of engines, read one by one and followed, and what the core makes of the records that they amount to. */
final class LogsTarget implements Target {
    static final String NAME = "logs";

    /** A clock that jumps goes on by a day at a time, so that it is believed: through all the time there is. */
    private static final int MOST_NEWS = 27_000;

    private static final Instant NOW = Instant.parse("2026-07-25T17:20:00Z");
    private static final LogOptions OPTIONS = LogOptions.DEFAULT
            .withZone(ZoneId.of("Europe/Berlin"))
            .withNoticeDelay(Duration.ofSeconds(2))
            .withEngines(Map.of(), Map.of("3f0c-11", "d0"));

    static final List<String> LINES = List.of(
            "(EngineCore_DP0 pid=4711) WARNING 07-25 16:35:21 [nixl_connector.py:1048] Releasing expired KV blocks for request c-1"
                    + " which were retrieved by 3 decode worker(s) within 120 seconds.",
            "(Worker_TP3 pid=99) WARNING 07-25 03:04:05 [v1/nixl/worker.py:2210] Releasing expired KV blocks for request c-2"
                    + " which were retrieved by 0 remote worker(s) before lease expired.",
            "\u001b[0;36m(Worker_DP3_TP1_EP25 pid=649)\u001b[0;0m ERROR 07-25 16:35:42 [nixl_connector.py:1500] Potentially invalid"
                    + " KV blocks for unrecognized request c-1 were retrieved by a decode worker. They may have expired.",
            "(EngineCore_DP0 pid=1) WARNING 02-29 05:06:07 [scheduler.py:77] Declining expired remote read for r-7 from engine"
                    + " 3f0c-11.",
            "(Worker_TP0 pid=1) ERROR 03-29 02:30:07.123 [nixl_connector.py:1] NIXL transfer failure: transfer_exception. it's"
                    + " \"gone\" | Context: {'failure_type': 'transfer_exception', 'request_id': 'r-7', 'remote_engine_id':"
                    + " \"d'0\", 'remote_request_id': 'r-6', 'ids': [1, 2], 'remote_host': None}",
            "DEBUG 05-09 19:26:20 [nixl_connector.py:326] NIXLConnector request_finished(c-1) waiting for 29.998 seconds before"
                    + " releasing blocks",
            "DEBUG 05-09 19:26:22 [nixl_connector.py:326] NIXL handshake: get metadata took: 0.0025545399985276163",
            "(EngineCore_DP0 pid=11) INFO 01-12 01:31:33 [mooncake_connector.py:1050] Delaying free of 12 blocks for request c-3",
            "(Worker_TP4 pid=12) ERROR 01-12 01:41:33 [mooncake_connector.py:160] Force freed expired request: c-3. Reason: Request"
                    + " exceeded timeout threshold (480 seconds). Action: any.",
            "[pod/decode-0-x7/vllm] 2026-07-25T17:20:00.123456789+02:00 (EngineCore_DP0 pid=1) ERROR 07-25 16:35:42 [a.py:1]"
                    + " Potentially invalid KV blocks for unrecognized request r were retrieved by a decode worker.",
            "decode-1  | 2026-07-25T17:20:00.5Z stdout F Delaying free of 1 blocks for request r",
            "{\"timestamp\": 1785000000.25, \"process\": 7, \"process_name\": \"EngineCore_DP0\", \"kubernetes\": {\"pod_name\":"
                    + " \"d-0\"}, \"message\": \"Delaying free of 2 blocks for request c-9\"}");

    /** What the last case amounted to. */
    private int news;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 80;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>(Seeds.utf8(LINES));
        seeds.add(Seeds.utf8(String.join("\n", LINES)));
        return seeds;
    }

    @Override
    public List<byte[]> words() {
        return Seeds.utf8(List.of(
                "Releasing expired KV blocks",
                " for request ",
                " within ",
                " seconds",
                "NIXL transfer failure: ",
                " | Context: {'",
                "Force freed request: ",
                "NIXLConnector request_finished(",
                ") waiting for ",
                "\u001b[",
                "[pod/",
                "pid=",
                "[a.py:1] ",
                "99-99 99:99:99",
                "12-31 23:59:59",
                "01-01 00:00:00",
                "+99:99",
                "\"message\":",
                "\"ts\": 9e18,",
                "9.2e18",
                "1e11"));
    }

    @Override
    public long mostAllocated(byte[] input) {
        // each line may be a fact of another engine, with what is kept of it; each record gets an engine of the core
        // here
        long lines = 1;
        for (byte each : input) {
            lines += each == '\n' || each == '\r' ? 1 : 0;
        }
        return SPARE_BYTES + (16L << 10) * lines + 512L * input.length + (24L << 10) * news;
    }

    @Override
    public String take(byte[] input) {
        LiveLogs following = new LiveLogs(OPTIONS, "log-", "run");
        LogLineReader reading = new LogLineReader("engine", "file", OPTIONS, 2026);
        TreeSet<String> outcome = new TreeSet<>();
        long[] lines = {0};
        news = 0;
        new String(input, StandardCharsets.UTF_8).lines().forEach(line -> {
            lines[0]++;
            Optional<LogFact> read = reading.read(line);
            read.ifPresent(fact -> outcome.add(fact.getClass().getSimpleName()));
            List<LogNews> told = following.take("engine", line, NOW);
            require(told.size() <= MOST_NEWS, "a line amounts to few records, but for a day of silence each");
            told.forEach(each -> outcome.add(outcome(each)));
            news += told.size();
        });
        require(following.lines() == lines[0] && reading.lines() == lines[0], "every line is counted");
        require(following.facts() == reading.facts(), "following and reading see the same facts");
        return outcome.toString();
    }

    private static String outcome(LogNews news) {
        if (news instanceof LogNews.Recorded recorded) {
            return applied(recorded.record());
        }
        return "sighted";
    }

    private static String applied(LogRecord record) {
        String[] outcome = {"applied"};
        Seeds.Quiet take = new Seeds.Quiet() {
            @Override
            public void refused(BadRecord reason) {
                outcome[0] = reason.name();
            }
        };
        if (record instanceof LogRecord.Event made) {
            engine(made.event().holder()).apply(made.event(), Seeds.arrival(1), take);
        } else if (record instanceof LogRecord.Sample made) {
            engine(made.sample().holder()).apply(made.sample(), Seeds.arrival(1), take);
        } else if (record instanceof LogRecord.Outcome made) {
            engine(made.outcome().holder()).apply(made.outcome(), Seeds.arrival(1), take);
        }
        return record.getClass().getSimpleName() + outcome[0];
    }

    private static LeaseEngine engine(String holder) {
        return new LeaseEngine(holder, Settings.DEFAULT, false);
    }
}
