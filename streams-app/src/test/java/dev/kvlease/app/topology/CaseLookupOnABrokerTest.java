package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.lookup.FoundCase;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the topics tell of a lease whose events lie before the stretch that is asked for; records are 1 ms apart. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CaseLookupOnABrokerTest {
    private static final CaseQuery QUERY = new CaseQuery("d", "q", Optional.empty(), Optional.empty());

    /** A read is asked for; the lease is released; the engine's start is said again; another read is asked for. */
    private static final String RECORDS = """
            {"topic": "lease-events", "timestamp": 1, "value": {"type": "ENGINE_STARTED", "holder_engine_id": "d", "holder_incarnation": "h", "seq": 0, "engine_clock_ns": 1000000001}}
            {"topic": "lease-events", "timestamp": 2, "value": {"type": "BLOCKS_ALLOCATED", "holder_engine_id": "d", "holder_incarnation": "h", "seq": 1, "engine_clock_ns": 2000000001, "request_id": "q", "block_ids": [[1, 2]], "shared_prefix_blocks": [0], "expiry_ns": 32000000001}}
            {"topic": "read-intents", "timestamp": 3, "value": {"reader_engine_id": "r", "reader_incarnation": "r", "holder_engine_id": "d", "holder_incarnation": "h", "request_id": "q", "read_request_id": "first", "block_ids": [[1, 2]], "num_local_blocks": 2, "now_ns": 2500000001}}
            {"topic": "lease-events", "timestamp": 4, "value": {"type": "BLOCKS_RELEASED", "holder_engine_id": "d", "holder_incarnation": "h", "seq": 2, "engine_clock_ns": 3000000001, "request_id": "q", "reason": "READ_COMPLETED"}}
            {"topic": "lease-events", "timestamp": 5, "value": {"type": "ENGINE_STARTED", "holder_engine_id": "d", "holder_incarnation": "h", "seq": 0, "engine_clock_ns": 1000000001}}
            {"topic": "read-intents", "timestamp": 6, "value": {"reader_engine_id": "r", "reader_incarnation": "r", "holder_engine_id": "d", "holder_incarnation": "h", "request_id": "q", "read_request_id": "last", "block_ids": [[1, 2]], "num_local_blocks": 2, "now_ns": 4000000001}}
            """;

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        cluster = new Cluster(platform, "lookup", Map.of());
        cluster.send(History.read(Files.writeString(dir.resolve("records.ndjson"), RECORDS))
                .records());
    }

    @AfterAll
    static void stop() {
        cluster.close();
        platform.close();
    }

    private static FoundCase find(Clock clock, long records, Duration back) {
        CaseLookup.Limits limits = new CaseLookup.Limits(records, Duration.ofMinutes(1), Duration.ofMinutes(1));
        return new CaseLookup(cluster.config(dir), Cluster.PARTITIONS, clock, limits).find(QUERY, back);
    }

    private static FoundCase all() {
        return find(Clock.systemUTC(), 100, Duration.ofHours(2));
    }

    /** When the last read was asked for. */
    private static Clock then() {
        FoundCase all = all();
        long ms = all.file()
                .entries()
                .get(all.file().entries().size() - 1)
                .origin()
                .recordTimeMs();
        return Clock.fixed(Instant.ofEpochMilli(ms), ZoneOffset.UTC);
    }

    private static List<String> reads(FoundCase found) {
        return found.file().verdicts().stream().map(Verdict::readRequestId).toList();
    }

    @Test
    void aLeaseThatEndedBeforeTheStretchIsKnown() {
        FoundCase found = find(then(), 100, Duration.ofMillis(1));

        assertThat(found.cut()).isFalse();
        assertThat(found.historySinceMs()).isLessThanOrEqualTo(found.sinceMs() - 600_000);
        assertThat(reads(found)).containsExactly("last");
        assertThat(found.file().verdicts().get(0).reason()).isEqualTo(Reason.RELEASED);
        assertThat(all().file().verdicts().get(1).reason()).isEqualTo(Reason.RELEASED);
    }

    /** Of the events the newest two are read, of the intents there are no more: the first has no events and is not told. */
    @Test
    void allInputsBeginWhereTheNewestRecordsOfOneDo() {
        FoundCase found = find(Clock.systemUTC(), 2, Duration.ofHours(2));

        assertThat(found.cut()).isTrue();
        assertThat(found.whole()).isTrue();
        assertThat(found.file().records()).isEqualTo(3);
        assertThat(found.historySinceMs()).isEqualTo(then().millis() - 2);
        assertThat(reads(found)).containsExactly("last");
        assertThat(reads(all())).containsExactly("first", "last");
    }
}
