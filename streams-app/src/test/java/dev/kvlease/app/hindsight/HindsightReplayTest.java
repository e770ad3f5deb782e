package dev.kvlease.app.hindsight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.core.Settings;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The reader's clock shows 1,000 s less than the holder's. */
class HindsightReplayTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long BEHIND_NS = 1_000 * SECOND_NS;

    private final List<Hindsight> differing = new ArrayList<>();
    private final HindsightReplay replay = new HindsightReplay(Settings.DEFAULT, at -> true, differing::add);
    private long offset;
    private long seq;

    @Test
    void aReleaseThatCameTooLateIsWhatWasMissing() {
        start();
        sample(2_001);
        allocate(2_002);
        ask(2_010_000, 100);
        event(LeaseEventType.BLOCKS_RELEASED, "q", 2_009_990, 112);

        HindsightCounts counts = replay.finish();

        assertThat(counts.answers()).isEqualTo(1);
        assertThat(counts.different()).isEqualTo(1);
        Hindsight found = differing.get(0);
        assertThat(found.live().status()).isEqualTo(Status.READABLE);
        assertThat(found.then().reason()).isEqualTo(Reason.RELEASED);
        assertThat(found.late()).hasSize(1);
        LateRecord late = found.late().get(0);
        assertThat(late.what()).isEqualTo("BLOCKS_RELEASED");
        assertThat(late.lateMs()).isEqualTo(12);
        assertThat(late.beforeNs()).isEqualTo(10_000_000);
        assertThat(late.related()).isTrue();
        assertThat(HindsightText.of(found))
                .contains("live READABLE WITHIN_LEASE, with hindsight EXPIRED RELEASED")
                .contains("came 12 ms after the question and had happened 10.000 ms before it");
        assertThat(counts.table()).contains("READABLE WITHIN_LEASE -> EXPIRED RELEASED");
    }

    @Test
    void whatHappenedAfterTheQuestionIsNoHindsight() {
        start();
        sample(2_001);
        allocate(2_002);
        ask(2_010_000, 100);
        event(LeaseEventType.BLOCKS_RELEASED, "q", 2_010_001, 112);

        assertThat(replay.finish().different()).isZero();
        assertThat(differing).isEmpty();
    }

    @Test
    void anAllocationThatCameTooLateWouldHaveAdmittedTheRead() {
        start();
        sample(2_001);
        ask(2_010_000, 100);
        allocate(2_002);

        replay.finish();

        assertThat(differing).hasSize(1);
        assertThat(differing.get(0).live().reason()).isEqualTo(Reason.LEASE_UNKNOWN);
        assertThat(differing.get(0).then().reason()).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(differing.get(0).late()).extracting(LateRecord::what).containsExactly("BLOCKS_ALLOCATED");
    }

    @Test
    void aSampleThatCameTooLateWouldHaveMadeTheClockKnown() {
        start();
        allocate(2_002);
        event(LeaseEventType.ENGINE_HEARTBEAT, "", 2_009_000, 50);
        ask(2_010_000, 100);
        sample(2_003);

        replay.finish();

        assertThat(differing).hasSize(1);
        assertThat(differing.get(0).live().reason()).isEqualTo(Reason.CLOCK_UNKNOWN);
        assertThat(differing.get(0).then().reason()).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(differing.get(0).late()).extracting(LateRecord::what).containsExactly("sample");
    }

    private Origin at(long recordTimeMs) {
        return new Origin("", 0, 0, offset++, recordTimeMs);
    }

    private void start() {
        event(LeaseEventType.ENGINE_STARTED, "", 2_000_000, 1);
    }

    private void event(LeaseEventType type, String request, long clockMs, long recordTimeMs) {
        replay.leaseEvent(
                new LeaseEvent(
                        type,
                        "h",
                        "a",
                        seq++,
                        clockMs * 1_000_000,
                        request,
                        Optional.empty(),
                        new int[0],
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        ""),
                at(recordTimeMs));
    }

    private void allocate(long clockS) {
        replay.leaseEvent(
                new LeaseEvent(
                        LeaseEventType.BLOCKS_ALLOCATED,
                        "h",
                        "a",
                        seq++,
                        clockS * SECOND_NS,
                        "q",
                        Optional.of(new int[][] {{1, 2}}),
                        new int[0],
                        (clockS + 60) * SECOND_NS,
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        ""),
                at(120));
    }

    private void sample(long clockS) {
        long holderNs = clockS * SECOND_NS;
        long readerNs = holderNs - BEHIND_NS;
        replay.handshakeSample(
                new HandshakeSample("p", "b", "h", "a", 0, readerNs - 1_000, holderNs, readerNs + 1_000), at(121));
    }

    private void ask(long holderMs, long recordTimeMs) {
        replay.readIntent(
                new ReadIntent(
                        "p",
                        "b",
                        "h",
                        Optional.of("a"),
                        "q",
                        "x",
                        new int[][] {},
                        1,
                        holderMs * 1_000_000 - BEHIND_NS,
                        Absent.LONG),
                at(recordTimeMs));
    }
}
