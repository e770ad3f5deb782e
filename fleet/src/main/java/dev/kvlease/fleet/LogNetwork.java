package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.scenario.NetworkModel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/** Carries records from engines to the log, as faithfully as the model says. */
final class LogNetwork {
    /** Record time of the simulation's start, in milliseconds of the epoch. */
    static final long START_MS = 1_785_000_000_000L;

    private static final long NS_PER_MS = 1_000_000;

    private final Timeline timeline;
    private final NetworkModel model;
    private final boolean heals;
    private final ArrayDeque<Delivered> log = new ArrayDeque<>();
    private final ArrayDeque<Long> lostReleasesAtNs;

    /** With {@code heals} it is faithful once the timeline is closing. */
    LogNetwork(Timeline timeline, NetworkModel model, List<Long> lostReleasesAtNs, boolean heals) {
        this.timeline = timeline;
        this.model = model;
        this.heals = heals;
        this.lostReleasesAtNs = new ArrayDeque<>(lostReleasesAtNs);
    }

    void send(Producer from, FleetRecord record) {
        if (isHealed()) {
            carry(from, record);
            return;
        }
        if (timeline.chance(model.lossShare()) || lostForCertain(record)) {
            return;
        }
        carry(from, record);
        if (timeline.chance(model.duplicateShare())) {
            carry(from, record);
        }
    }

    /** Takes the oldest record of the log that has not been taken. */
    Optional<Delivered> poll() {
        return Optional.ofNullable(log.poll());
    }

    private void carry(Producer from, FleetRecord record) {
        long nowNs = timeline.nowNs();
        long arrival = from.arrivalNs(nowNs + delayNs(), model.keepsOrder());
        if (arrival == nowNs && model.instant()) {
            deliver(from, record);
            return;
        }
        timeline.at(arrival, () -> deliver(from, record));
    }

    private boolean isHealed() {
        return heals && timeline.closing();
    }

    private long delayNs() {
        if (!isHealed() && timeline.chance(model.slowShare())) {
            return timeline.between(model.maxDelayNs(), model.slowDelayNs());
        }
        return timeline.between(model.minDelayNs(), model.maxDelayNs());
    }

    private void deliver(Producer from, FleetRecord record) {
        from.delivered(record);
        long nowNs = timeline.nowNs();
        log.add(new Delivered(nowNs, START_MS + nowNs / NS_PER_MS, record));
    }

    private boolean lostForCertain(FleetRecord record) {
        if (lostReleasesAtNs.isEmpty() || lostReleasesAtNs.peek() > timeline.nowNs()) {
            return false;
        }
        boolean release = record instanceof LeaseEventRecord event && event.kind() == LeaseEventKind.BLOCKS_RELEASED;
        if (release) {
            lostReleasesAtNs.poll();
        }
        return release;
    }
}
