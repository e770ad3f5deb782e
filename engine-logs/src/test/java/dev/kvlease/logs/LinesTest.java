package dev.kvlease.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines as engines and collectors write them: their shape kept, ids invented. */
class LinesTest {
    private static final LogOptions UTC = LogOptions.DEFAULT;

    @Test
    void olderWordingOfALeaseThatRanOut() {
        LogFact fact = one(
                "(EngineCore_DP0 pid=4711) WARNING 09-24 16:35:21 [nixl_connector.py:1048] Releasing expired KV"
                        + " blocks for request cmpl-aa01-0 which were retrieved by 3 decode worker(s) within 120 seconds.");

        assertThat(fact)
                .isEqualTo(new LogFact.LeaseRanOut(
                        seen("EngineCore_DP0", "2025-09-24T16:35:21Z"), "cmpl-aa01-0", 3, 120_000_000_000L));
    }

    @Test
    void newerWordingOfALeaseThatRanOut() {
        LogFact fact = one("(Worker_TP3 pid=99) WARNING 01-02 03:04:05 [distributed/kv_transfer/kv_connector/v1/nixl/"
                + "worker.py:2210] Releasing expired KV blocks for request chatcmpl-___prefill_addr_1___b which were"
                + " retrieved by 0 remote worker(s) before lease expired.");

        assertThat(fact)
                .isEqualTo(new LogFact.LeaseRanOut(
                        seen("Worker_TP3", "2025-01-02T03:04:05Z"),
                        "chatcmpl-___prefill_addr_1___b",
                        0,
                        LogFact.UNTOLD));
    }

    @Test
    void wordingOfForksWithLayers() {
        assertThat(one(
                        "WARNING 09-24 16:35:21 [nixl_connector.py:9] Releasing expired KV blocks for request r1 which has"
                                + " completed 5 layer(s) within 480 seconds."))
                .isInstanceOfSatisfying(LogFact.LeaseRanOut.class, fact -> {
                    assertThat(fact.reads()).isEqualTo(5);
                    assertThat(fact.leaseNs()).isEqualTo(480_000_000_000L);
                });
    }

    @Test
    void noticeOfAnUnknownRequestInColours() {
        LogFact fact = one("\u001b[0;36m(Worker_DP3_TP1_EP25 pid=649)\u001b[0;0m ERROR 09-24 16:35:42"
                + " [nixl_connector.py:1500] Potentially invalid KV blocks for unrecognized request cmpl-aa01-0 were"
                + " retrieved by a decode worker. They may have expired.");

        assertThat(fact)
                .isEqualTo(new LogFact.ForeignReadSuspected(
                        seen("Worker_DP3_TP1_EP25", "2025-09-24T16:35:42Z"), "cmpl-aa01-0"));
        assertThat(fact.at().dataParallelRank()).isEqualTo(3);
    }

    @Test
    void declinedRead() {
        assertThat(one(
                        "(EngineCore_DP0 pid=1) WARNING 03-04 05:06:07 [scheduler.py:77] Declining expired remote read for"
                                + " req-7 from engine 3f0c-11."))
                .isEqualTo(
                        new LogFact.ReadDeclined(seen("EngineCore_DP0", "2025-03-04T05:06:07Z"), "req-7", "3f0c-11"));
    }

    @Test
    void transferFailureWithItsContext() {
        assertThat(one("(Worker_TP0 pid=1) ERROR 03-04 05:06:07 [nixl_connector.py:1] NIXL transfer failure:"
                        + " transfer_exception. it's \"gone\" | Context: {'failure_type': 'transfer_exception',"
                        + " 'request_id': 'req-7', 'engine_id': 'p0', 'remote_engine_id': \"d'0\", 'remote_request_id':"
                        + " 'req-6', 'tp_rank': 0, 'local_block_ids_sample': [1, 2], 'remote_host': None}"))
                .isEqualTo(new LogFact.TransferFailed(
                        seen("Worker_TP0", "2025-03-04T05:06:07Z"), "req-7", "transfer_exception", "d'0", "req-6"));
    }

    @Test
    void transferFailureWithoutContext() {
        assertThat(one("ERROR 03-04 05:06:07 [nixl_connector.py:1] NIXL transfer failure: handshake_setup_failed"))
                .isEqualTo(new LogFact.TransferFailed(
                        seen("", "2025-03-04T05:06:07Z"), "", "handshake_setup_failed", "", ""));
    }

    @Test
    void blocksHeldAndHandshakeInDebugLines() {
        assertThat(one(
                        "DEBUG 05-09 19:26:20 [nixl_connector.py:326] NIXLConnector request_finished(cmpl-1-0) waiting for"
                                + " 29.998 seconds before releasing blocks"))
                .isEqualTo(new LogFact.BlocksHeld(seen("", "2025-05-09T19:26:20Z"), "cmpl-1-0", 29_998_000_000L));
        assertThat(one("DEBUG 05-09 19:26:22 [nixl_connector.py:326] NIXL handshake: get metadata took:"
                        + " 0.0025545399985276163"))
                .isEqualTo(new LogFact.HandshakeTook(seen("", "2025-05-09T19:26:22Z"), 2_554_540));
    }

    @Test
    void mooncakeAndAscend() {
        assertThat(one(
                        "(EngineCore_DP0 pid=11) INFO 01-12 01:31:33 [mooncake_connector.py:1050] Delaying free of 12 blocks"
                                + " for request chatcmpl-d3"))
                .isEqualTo(new LogFact.FreeDelayed(seen("EngineCore_DP0", "2025-01-12T01:31:33Z"), "chatcmpl-d3", 12));
        assertThat(
                        one(
                                "(Worker_TP4 pid=12) ERROR 01-12 01:41:33 [mooncake_connector.py:160] Force freed expired request:"
                                        + " chatcmpl-d3. Reason: Request exceeded timeout threshold (480 seconds). Action: any."))
                .isEqualTo(new LogFact.ForceFreed(
                        seen("Worker_TP4", "2025-01-12T01:41:33Z"), "chatcmpl-d3", 480_000_000_000L));
        assertThat(one("INFO 01-12 01:31:33 [mooncake_connector.py:160] Force freed request: chatcmpl-d3"))
                .isEqualTo(new LogFact.ForceFreed(seen("", "2025-01-12T01:31:33Z"), "chatcmpl-d3", LogFact.UNTOLD));
    }

    @Test
    void collectorsPutPodsAndTimesInFront() {
        String message = "(EngineCore_DP0 pid=1) ERROR 09-24 16:35:42 [a.py:1] Potentially invalid KV blocks for"
                + " unrecognized request r were retrieved by a decode worker. They may have expired.";

        assertThat(one("[pod/decode-0-x7/vllm] 2026-07-25T17:20:00.123456789+02:00 " + message)
                        .at())
                .satisfies(at -> {
                    assertThat(at.engine()).isEqualTo("decode-0-x7");
                    assertThat(at.time()).isEqualTo(time("2026-07-25T15:20:00.123456789Z", 1));
                });
        assertThat(one("decode-1  | " + message).at().engine()).isEqualTo("decode-1");
        assertThat(one("2026-07-25T17:20:00.5Z stdout F " + message).at().time())
                .isEqualTo(time("2026-07-25T17:20:00.5Z", 100_000_000));
    }

    @Test
    void jsonOfDockerAndOfLoggers() {
        String plain = "(EngineCore_DP0 pid=1) ERROR 09-24 16:35:42 [a.py:1] Potentially invalid KV blocks for"
                + " unrecognized request r were retrieved by a decode worker. They may have expired.";

        assertThat(one("{\"log\":\"" + plain + "\\n\",\"stream\":\"stderr\",\"time\":\"2026-07-25T17:20:00.25Z\"}")
                        .at())
                .isEqualTo(new Sighting(
                        "decode-0",
                        "EngineCore_DP0",
                        time("2026-07-25T17:20:00.25Z", 10_000_000),
                        "decode-0.log",
                        1,
                        1));
        assertThat(one("{\"ts\":1785000000.25,\"level\":\"WARNING\",\"kubernetes\":{\"pod_name\":\"d-9\"},\"message\":"
                        + "\"Releasing expired KV blocks for request q which were retrieved by 1 remote worker(s) before"
                        + " lease expired.\"}"))
                .isEqualTo(new LogFact.LeaseRanOut(
                        new Sighting("d-9", "", time("2026-07-25T17:20:00.25Z", 1_000_000), "decode-0.log", 1, 1),
                        "q",
                        1,
                        LogFact.UNTOLD));
    }

    @Test
    void otherLinesPassSilentlyAndAreCounted() {
        LogLineReader reader = new LogLineReader("decode-0", "decode-0.log", UTC, 2025);
        List<String> lines = List.of(
                "",
                "Traceback (most recent call last):",
                "{\"a\": [1, {\"b\": 2}]}",
                "{broken",
                "INFO 13-45 99:00:00 [x.py:1] no date",
                "INFO 01-02 03:04:05 [async_llm.py:1] Received request r: prompt: 'Releasing expired KV blocks for request"
                        + " x which were retrieved by 1 remote worker(s) before lease expired.'",
                "INFO 01-02 03:04:05 [async_llm.py:1] said Potentially invalid KV blocks for unrecognized request r were"
                        + " retrieved",
                "WARNING 01-02 03:04:05 [n.py:1] Releasing expired KV blocks for request which has lost its words");

        lines.forEach(line -> assertThat(reader.read(line)).as(line).isEmpty());

        assertThat(reader.lines()).isEqualTo(lines.size());
        assertThat(reader.facts()).isZero();
    }

    @Test
    void theYearGoesOnInJanuaryAndALateLineOfDecemberStaysBehind() {
        LogLineReader reader = new LogLineReader("e", "f", UTC, 2027);

        assertThat(timeOf(reader, "12-31 23:59:59")).isEqualTo(time("2027-12-31T23:59:59Z", 1_000_000_000));
        assertThat(timeOf(reader, "01-01 00:00:00")).isEqualTo(time("2028-01-01T00:00:00Z", 1_000_000_000));
        assertThat(timeOf(reader, "12-31 23:59:59")).isEqualTo(time("2027-12-31T23:59:59Z", 1_000_000_000));
        assertThat(timeOf(reader, "02-29 12:00:00")).isEqualTo(time("2028-02-29T12:00:00Z", 1_000_000_000));
        assertThat(reader.unreadableStamps()).isZero();
    }

    @Test
    void february29InAnotherYearIsNoTime() {
        LogLineReader reader = new LogLineReader("e", "f", UTC, 2027);

        assertThat(timeOf(reader, "02-29 12:00:00").isKnown()).isFalse();
        assertThat(reader.unreadableStamps()).isEqualTo(1);
    }

    @Test
    void theHourThatComesTwiceIsTakenInItsOrder() {
        LogLineReader reader = new LogLineReader("e", "f", UTC.withZone(ZoneId.of("Europe/Berlin")), 2026);

        assertThat(timeOf(reader, "10-25 02:59:59")).isEqualTo(time("2026-10-25T00:59:59Z", 1_000_000_000));
        assertThat(timeOf(reader, "10-25 02:00:01")).isEqualTo(time("2026-10-25T01:00:01Z", 1_000_000_000));
        assertThat(timeOf(reader, "10-25 03:00:00")).isEqualTo(time("2026-10-25T02:00:00Z", 1_000_000_000));
    }

    private static LogTime timeOf(LogLineReader reader, String stamp) {
        Optional<LogFact> fact = reader.read("INFO " + stamp + " [m.py:1] Force freed request: r");
        return fact.orElseThrow().at().time();
    }

    private static LogFact one(String line) {
        return new LogLineReader("decode-0", "decode-0.log", UTC, 2025)
                .read(line)
                .orElseThrow();
    }

    private static Sighting seen(String process, String time) {
        return new Sighting("decode-0", process, time(time, 1_000_000_000), "decode-0.log", 1, 1);
    }

    private static LogTime time(String text, long resolutionNs) {
        Instant instant = Instant.parse(text);
        return new LogTime(instant.getEpochSecond() * 1_000_000_000 + instant.getNano(), resolutionNs);
    }
}
