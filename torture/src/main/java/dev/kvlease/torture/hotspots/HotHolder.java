package dev.kvlease.torture.hotspots;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.Optional;

/** A holder and its reader, as they speak; both count from the same moment, and time goes on by a little with each record. */
final class HotHolder {
    static final String READER = "reader";

    private static final long STEP_NS = 10_000;
    private static final long LEASE_NS = 480_000_000_000L;
    private static final long RTT_NS = 200_000;
    private static final int[] NOTHING_SHARED = {};
    private static final int[][] ALL_BLOCKS = {};

    private final String id;
    private int life = 1;
    private long seq = -1;
    private long clockNs = 1_000_000_000_000L;
    private long leases;

    HotHolder(String id) {
        this.id = id;
    }

    /** A new life of it. */
    InputRecord start() {
        life += seq < 0 ? 0 : 1;
        seq = -1;
        return event(LeaseEventType.ENGINE_STARTED, "", Optional.empty(), Absent.LONG);
    }

    InputRecord heartbeat() {
        return event(LeaseEventType.ENGINE_HEARTBEAT, "", Optional.empty(), Absent.LONG);
    }

    /** Some events that nobody gets. */
    void lose(int events) {
        seq += events;
    }

    /** A lease of four blocks of its own; blocks come round when there are more leases than the pool has room for. */
    InputRecord lease() {
        leases++;
        int first = (int) (leases * 4 % Integer.MAX_VALUE / 2);
        int[][] blocks = {{first + 1, first + 2, first + 3, first + 4}};
        return event(LeaseEventType.BLOCKS_ALLOCATED, request(leases), Optional.of(blocks), clockNs + LEASE_NS);
    }

    private static String request(long number) {
        return "request-" + number;
    }

    private InputRecord event(LeaseEventType type, String request, Optional<int[][]> blocks, long expiryNs) {
        clockNs += STEP_NS;
        seq++;
        return new InputRecord.Event(new LeaseEvent(
                type,
                id,
                life(),
                seq,
                clockNs,
                request,
                blocks,
                NOTHING_SHARED,
                expiryNs,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                ""));
    }

    private String life() {
        return id + "-life-" + life;
    }

    /** The clocks agree. */
    InputRecord sample() {
        return sample(0);
    }

    /** The holder's clock seems to be ahead. */
    InputRecord sample(long aheadNs) {
        clockNs += RTT_NS + STEP_NS;
        return new InputRecord.Sample(new HandshakeSample(
                READER, "reader-life", id, life(), 0, clockNs - RTT_NS, clockNs - RTT_NS / 2 + aheadNs, clockNs));
    }

    /** Asks for the newest lease. */
    InputRecord ask() {
        return ask(leases);
    }

    /** Asks for a lease by its number, from 1. */
    InputRecord ask(long lease) {
        return new InputRecord.Intent(new ReadIntent(
                READER,
                "reader-life",
                id,
                Optional.of(life()),
                request(lease),
                "read-" + lease + "-" + life,
                ALL_BLOCKS,
                0 < lease ? 1 : 0,
                clockNs,
                Absent.LONG));
    }
}
