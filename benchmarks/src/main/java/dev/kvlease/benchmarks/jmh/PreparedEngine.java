package dev.kvlease.benchmarks.jmh;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.benchmarks.workload.CountingEffects;
import dev.kvlease.benchmarks.workload.Engines;
import dev.kvlease.benchmarks.workload.Records;
import dev.kvlease.benchmarks.workload.StandingLeases;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One engine with as many leases as records follow, in the state in which each of them does what its type says. */
final class PreparedEngine {
    private static final String HOLDER = StandingLeases.holder(0);
    private static final String LIFE = "life";
    private static final String READER = "prefill-0";
    private static final long START_NS = 1_000_000_000_000L;
    private static final long STEP_NS = 10_000;
    private static final long LEASE_NS = 480_000_000_000L;

    private final EventType type;
    private final int count;
    private final Engines engines = new Engines(1);
    private final List<Workload.Step> records = new ArrayList<>();
    private long seq;
    private long clockNs = START_NS;

    PreparedEngine(EventType type, int count) {
        this.type = type;
        this.count = count;
        List<Workload.Step> before = before();
        for (int i = 0; i < count; i++) {
            records.add(record(i));
        }
        run(before);
    }

    /** Applies all records. */
    CountingEffects run() {
        run(records);
        return effects();
    }

    CountingEffects effects() {
        return engines.effects();
    }

    int standing() {
        return engines.standing();
    }

    private void run(List<Workload.Step> steps) {
        // JMH looks at the time
        long unused = engines.apply(steps);
    }

    private List<Workload.Step> before() {
        List<Workload.Step> steps = new ArrayList<>();
        steps.add(step(new InputRecord.Event(Records.own(LeaseEventType.ENGINE_STARTED, at()))));
        steps.add(sample());
        if (type != EventType.ALLOCATED) {
            IntStream.range(0, count).forEach(lease -> steps.add(allocated(lease)));
        }
        if (type == EventType.INTENT_EXPIRED) {
            IntStream.range(0, count).forEach(lease -> steps.add(released(lease)));
        }
        if (type == EventType.OUTCOME || type == EventType.RELEASED_WHILE_READ) {
            IntStream.range(0, count).forEach(lease -> steps.add(intent(lease)));
        }
        return steps;
    }

    private Workload.Step record(int lease) {
        return switch (type) {
            case HEARTBEAT -> step(new InputRecord.Event(Records.own(LeaseEventType.ENGINE_HEARTBEAT, at())));
            case SAMPLE -> sample();
            case ALLOCATED -> allocated(lease);
            case EXTENDED ->
                step(new InputRecord.Event(Records.extended(at(), request(lease), clockNs + 2 * LEASE_NS)));
            case RELEASED, RELEASED_WHILE_READ -> released(lease);
            case INTENT_READABLE, INTENT_EXPIRED -> intent(lease);
            case OUTCOME -> outcome(lease);
        };
    }

    private static Workload.Step step(InputRecord record) {
        return new Workload.Step(0, record);
    }

    private Records.At at() {
        clockNs += STEP_NS;
        return new Records.At(HOLDER, LIFE, seq++, clockNs);
    }

    private static String request(int lease) {
        return "cmpl-6a1f0c9e7b3d4852a9c0e1f2-" + lease;
    }

    private Workload.Step allocated(int lease) {
        int first = 1 + lease * Workload.BLOCKS;
        int[] blocks = IntStream.range(first, first + Workload.BLOCKS).toArray();
        return step(new InputRecord.Event(Records.allocated(at(), request(lease), blocks, clockNs + LEASE_NS)));
    }

    private Workload.Step released(int lease) {
        return step(new InputRecord.Event(Records.released(at(), request(lease), "ABORTED")));
    }

    private Workload.Step sample() {
        clockNs += STEP_NS;
        return step(new InputRecord.Sample(
                new HandshakeSample(READER, LIFE, HOLDER, LIFE, 0, clockNs, clockNs + 500_000, clockNs + 1_000_000)));
    }

    private Workload.Step intent(int lease) {
        return step(new InputRecord.Intent(new ReadIntent(
                READER,
                LIFE,
                HOLDER,
                Optional.of(LIFE),
                request(lease),
                "read-" + lease,
                new int[0][],
                Workload.BLOCKS,
                clockNs,
                Absent.LONG)));
    }

    private Workload.Step outcome(int lease) {
        return step(new InputRecord.Outcome(new ReadOutcome(
                READER,
                LIFE,
                HOLDER,
                LIFE,
                request(lease),
                "read-" + lease,
                Absent.LONG,
                ReadStatus.COMPLETED,
                clockNs,
                clockNs)));
    }
}
