package dev.kvlease.app.metrics;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.view.HolderFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Adds up what is seen of holders and their pairs in one round. */
final class Census {
    private static final long NS_PER_MS = 1_000_000;
    static final double NS_PER_S = 1e9;

    final LatencyHistogram errorBounds = new LatencyHistogram();
    final LatencyHistogram ages = new LatencyHistogram();
    final LatencyHistogram roundTrips = new LatencyHistogram();
    long tracked;
    long untracked;
    long inDoubt;
    long silent;
    long longestSilenceNs;
    long liveLeases;
    long openReads;
    long waitingReads;
    long requests;
    long indexedBlocks;
    long missingEvents;
    long withGaps;
    long oldestGapNs;
    long knownPairs;
    long unknownPairs;

    private final LeaseMeters.Limits limits;
    private final Drift drift;
    private final List<PagePoint> details = new ArrayList<>();
    private int detailedHolders;
    private int detailedPairs;

    Census(LeaseMeters.Limits limits, int driftPpm) {
        this.limits = limits;
        this.drift = new Drift(driftPpm);
    }

    /** Values of single holders and pairs. */
    List<PagePoint> details() {
        return details;
    }

    /**
     * Counts a holder and its pairs.
     *
     * @param engine the holder
     * @param silenceMs tells for how long its clock has not advanced
     * @return how many things were looked at
     */
    int count(LeaseEngine engine, ToLongFunction<HolderFacts> silenceMs) {
        HolderFacts facts = engine.facts();
        long silenceNs = facts.tracked() ? silenceMs.applyAsLong(facts) * NS_PER_MS : 0;
        countHolder(facts, silenceNs);
        if (detailedHolders < limits.holders()) {
            detailedHolders++;
            detail(facts, silenceNs);
        }
        unknownPairs += facts.pairs();
        engine.forEachClock(clock -> countPair(facts, clock, silenceNs));
        return 1 + facts.pairs();
    }

    private void countHolder(HolderFacts facts, long silenceNs) {
        tracked += facts.tracked() ? 1 : 0;
        untracked += facts.tracked() ? 0 : 1;
        inDoubt += facts.inDoubt() ? 1 : 0;
        silent += silenceNs > Constants.SILENCE_NS ? 1 : 0;
        longestSilenceNs = Math.max(longestSilenceNs, silenceNs);
        liveLeases += facts.leases().standing();
        openReads += facts.openReads();
        waitingReads += facts.waitingReads();
        requests += facts.leases().requests();
        indexedBlocks += facts.leases().indexedBlocks();
        missingEvents += facts.missingEvents();
        withGaps += facts.missingEvents() > 0 ? 1 : 0;
        oldestGapNs = Math.max(oldestGapNs, Absent.is(facts.oldestGapNs()) ? 0 : facts.oldestGapNs());
    }

    private void countPair(HolderFacts facts, ClockOffset clock, long silenceNs) {
        if (!clock.suspect()) {
            unknownPairs--;
            knownPairs++;
        }
        long ageNs = ageNs(facts, clock) + silenceNs;
        long errorNs = (clock.hiNs() - clock.loNs()) / 2 + drift.ofNs(ageNs);
        ages.add(ageNs);
        errorBounds.add(errorNs);
        roundTrips.add(clock.minRttNs());
        if (detailedPairs < limits.pairs()) {
            detailedPairs++;
            String[] pair = {clock.holder(), clock.reader()};
            details.add(PagePoint.of(Metric.PAIR_CLOCK_ERROR_BOUND, errorNs / NS_PER_S, pair));
            details.add(PagePoint.of(Metric.PAIR_CLOCK_AGE, ageNs / NS_PER_S, pair));
        }
    }

    /** By the holder's clock, which events drive; an untracked holder has none. */
    private static long ageNs(HolderFacts facts, ClockOffset clock) {
        if (!facts.tracked() || !facts.life().equals(clock.holderLife())) {
            return 0;
        }
        return Math.max(0, facts.watermarkNs() - clock.offsetNs() - clock.refNs());
    }

    private void detail(HolderFacts facts, long silenceNs) {
        String holder = facts.holder();
        details.add(PagePoint.of(Metric.HOLDER_LIVE_LEASES, facts.leases().standing(), holder));
        details.add(PagePoint.of(Metric.HOLDER_MISSING_EVENTS, (double) facts.missingEvents(), holder));
        details.add(PagePoint.of(Metric.HOLDER_SILENCE, silenceNs / NS_PER_S, holder));
    }
}
