package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;

/**
 * When reads start and how long their transfers take: as the workload says or, for those on the brink, so that they
 * start and end at the very last moment that is allowed. Mistakes of a nanosecond show nowhere else.
 */
final class Brink {
    private static final long MS = 1_000_000;
    private static final long QUEUED_LONG_NS = 8_000 * MS;
    private static final double QUEUED_LONG_SHARE = 0.1;
    private static final long PATIENCE_NS = 90_000 * MS;
    private static final long CLOSE_NS = 5 * MS;

    private final Timeline timeline;
    private final FleetScenario scenario;

    Brink(Timeline timeline, FleetScenario scenario) {
        this.timeline = timeline;
        this.scenario = scenario;
    }

    /** How long a read that may start waits for its turn. */
    long queueNs(ReadAttempt read) {
        if (atTheLastMoment(read.readableUntilNs)) {
            long lastNs = read.reader.whenReads(read.readableUntilNs + 1) - 1;
            return within(lastNs, timeline.between(0, 2 * MS));
        }
        return timeline.between(0, timeline.chance(QUEUED_LONG_SHARE) ? QUEUED_LONG_NS : 2 * MS);
    }

    /** How long a transfer that starts now takes. */
    long transferNs(ReadAttempt read) {
        return undisturbedNs(read) + suspendedNs();
    }

    private long suspendedNs() {
        boolean suspended = timeline.chance(scenario.hardships().pauseShare());
        return suspended ? timeline.between(0, scenario.hardships().maxPauseNs()) : 0;
    }

    private long undisturbedNs(ReadAttempt read) {
        if (read.reader.policy() == ReaderPolicy.GATED) {
            boolean brink = atTheLastMoment(read.deadlineNs);
            return brink ? within(read.reader.whenReads(read.deadlineNs) - 1 - little(), read.readNs) : read.readNs;
        }
        if (!read.lease.hasDeadline() || !timeline.chance(scenario.workload().brinkShare())) {
            return read.readNs;
        }
        long endNs = read.lease.life.clock().whenReads(read.lease.expiryNs());
        return within(endNs + (timeline.chance(0.5) ? little() : -1 - little()), read.readNs);
    }

    private boolean atTheLastMoment(long clockNs) {
        return clockNs != FleetRecord.ABSENT
                && timeline.chance(scenario.workload().brinkShare());
    }

    /** Mostly next to nothing, up to some milliseconds. */
    private long little() {
        return timeline.chance(0.3) ? 0 : timeline.between(0, timeline.between(0, CLOSE_NS));
    }

    private long within(long trueNs, long otherwiseNs) {
        long aheadNs = trueNs - timeline.nowNs();
        return aheadNs < 0 || aheadNs > PATIENCE_NS ? otherwiseNs : aheadNs;
    }
}
