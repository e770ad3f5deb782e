package dev.kvlease.demo.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.demo.stats.Happening;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HolderRole;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import org.junit.jupiter.api.Test;

class FaultWatchTest {
    private final RunStats stats = new RunStats(() -> 5_000_000_000L);
    private final FaultWatch watch = new FaultWatch(stats);

    @Test
    void aRepeatedStartIsNoRestart() {
        watch.sent(event(LeaseEventKind.ENGINE_STARTED, "a", 0));
        watch.sent(event(LeaseEventKind.ENGINE_HEARTBEAT, "a", 1));
        watch.sent(event(LeaseEventKind.ENGINE_STARTED, "a", 0));
        watch.sent(event(LeaseEventKind.ENGINE_HEARTBEAT, "a", 2));
        assertThat(watch.restarts()).isZero();
        assertThat(watch.lostEvents()).isZero();
        assertThat(stats.snapshot().happenings()).isEmpty();
    }

    @Test
    void anotherLifeIsARestart() {
        watch.sent(event(LeaseEventKind.ENGINE_STARTED, "a", 0));
        watch.sent(event(LeaseEventKind.ENGINE_STARTED, "b", 0));
        watch.sent(event(LeaseEventKind.ENGINE_HEARTBEAT, "b", 1));
        assertThat(watch.restarts()).isEqualTo(1);
        assertThat(watch.lostEvents()).isZero();
    }

    @Test
    void aHoleIsALostEvent() {
        watch.sent(event(LeaseEventKind.ENGINE_STARTED, "a", 0));
        watch.sent(event(LeaseEventKind.ENGINE_HEARTBEAT, "a", 1));
        watch.sent(event(LeaseEventKind.ENGINE_HEARTBEAT, "a", 3));
        assertThat(watch.lostEvents()).isEqualTo(1);
        assertThat(stats.snapshot().happenings())
                .containsExactly(new Happening(
                        5_000_000_000L,
                        Happening.Kind.FAULT,
                        "event 2 of decode-0 was lost; its older leases are in doubt"));
    }

    private static LeaseEventRecord event(LeaseEventKind kind, String life, long seq) {
        return new LeaseEventRecord(
                kind,
                "decode-0",
                life,
                seq,
                1,
                "",
                new int[0][],
                new int[0],
                FleetRecord.ABSENT,
                FleetRecord.ABSENT,
                FleetRecord.ABSENT,
                FleetRecord.ABSENT,
                HolderRole.DECODE,
                "");
    }
}
