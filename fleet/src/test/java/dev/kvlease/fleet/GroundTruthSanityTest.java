package dev.kvlease.fleet;

import static dev.kvlease.fleet.Histories.SECOND;
import static dev.kvlease.fleet.Histories.drain;
import static dev.kvlease.fleet.Histories.eventful;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.Hardships;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.fleet.truth.TruthTotals;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroundTruthSanityTest {
    private static final int SEEDS = 20;

    @Test
    void ungatedLateReadsAreForeignInABusyFleet() {
        long foreign = 0;
        Set<LeaseEndKind> ends = EnumSet.noneOf(LeaseEndKind.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            for (ReadTruth read : truths(eventful(ReaderPolicy.UNGATED), seed)) {
                ends.add(read.ungated().end().kind());
                foreign += read.usedForeignBytes() ? 1 : 0;
                assertThat(read.ungated().unsafe())
                        .isEqualTo(read.ungated().end().kind() != LeaseEndKind.NONE);
                assertThat(read.ungated().foreign() && !read.ungated().unsafe()).isFalse();
            }
        }
        assertThat(foreign).isGreaterThan(100);
        assertThat(ends).isEqualTo(EnumSet.complementOf(EnumSet.of(LeaseEndKind.BROKEN)));
    }

    @Test
    void aBrokenPromiseIsToldByTheTruthAloneAndGivesTheBlocksAway() {
        FleetScenario honest = eventful(ReaderPolicy.UNGATED);
        FleetScenario lying = honest.with(new Hardships(0, Hardships.USUAL_PPM, 0, 0, 0, 0, 0, 0, 0.3, false));
        List<BrokenPromise> broken = new ArrayList<>();
        List<ReadTruth> reads = new ArrayList<>();
        GroundTruth truth = new GroundTruth() {
            @Override
            public void read(ReadTruth read) {
                reads.add(read);
            }

            @Override
            public void broken(BrokenPromise promise) {
                broken.add(promise);
            }
        };
        Set<String> endsSaid = new HashSet<>();
        Histories.drain(new FleetSimulation(lying, 1, truth), record -> {
            if (record instanceof LeaseEventRecord event && event.kind() == LeaseEventKind.BLOCKS_EXPIRED) {
                endsSaid.add(event.life() + event.requestId());
            }
        });
        List<ReadTruth> ofBroken = reads.stream()
                .filter(read -> read.ungated().end().kind() == LeaseEndKind.BROKEN)
                .toList();
        assertThat(ofBroken).isNotEmpty().allMatch(read -> read.ungated().unsafe());
        assertThat(ofBroken).anyMatch(ReadTruth::usedForeignBytes);
        assertThat(broken).anyMatch(promise -> endsSaid.contains(promise.holderLife() + promise.requestId()));
    }

    @Test
    void theOriginalFixStopsLateReadsButNotEarlyReleases() {
        TruthTotals totals = new TruthTotals();
        for (long seed = 0; seed < SEEDS; seed++) {
            for (ReadTruth read : truths(eventful(ReaderPolicy.ORIGINAL_FIX), seed)) {
                totals.read(read);
                boolean afterDeadline = read.ungated().end().kind() == LeaseEndKind.DEADLINE;
                long transferNs =
                        read.ungated().finishedTrueNs() - read.ungated().startedTrueNs();
                if (afterDeadline && transferNs < 3 * SECOND) {
                    assertThat(read.fate()).as("seed %d: %s", seed, read).isNotEqualTo(ReadFate.COMPLETED);
                }
            }
        }
        assertThat(totals.foreignWithOriginalFix()).isPositive().isLessThan(totals.foreignWithoutGate());
        assertThat(totals.foreignUsed()).isPositive().isLessThanOrEqualTo(totals.foreignWithOriginalFix());
    }

    @Test
    void aGatedReaderWithoutAnswersReadsNothing() {
        TruthTotals totals = new TruthTotals();
        drain(new FleetSimulation(eventful(ReaderPolicy.GATED), 4, totals), record -> {});
        assertThat(totals.reads()).isGreaterThan(100);
        assertThat(totals.completed()).isZero();
        assertThat(totals.goodDeclinedByReason()).containsKey("NO_VERDICT");
    }

    @Test
    void aGatedReaderObeysAnswersDeadlinesAndRevocations() {
        List<ReadTruth> allowed = answered(true, false, Long.MAX_VALUE / 4);
        assertThat(allowed).anyMatch(read -> read.fate() == ReadFate.COMPLETED);
        assertThat(allowed.stream().filter(read -> read.fate() == ReadFate.COMPLETED))
                .allMatch(read -> read.actual().isPresent());
        assertThat(answered(false, false, FleetRecord.ABSENT))
                .allMatch(read -> read.fate() == ReadFate.DECLINED || read.fate() == ReadFate.ABANDONED);
        assertThat(answered(true, false, 1)).noneMatch(read -> read.fate() == ReadFate.COMPLETED);
        assertThat(answered(true, true, Long.MAX_VALUE / 4))
                .noneMatch(read -> read.fate() == ReadFate.COMPLETED)
                .anyMatch(read -> read.reason().equals("RELEASED"));
    }

    private static List<ReadTruth> answered(boolean readable, boolean thenRevoked, long deadlineNs) {
        List<ReadTruth> truths = new ArrayList<>();
        FleetSimulation simulation = new FleetSimulation(eventful(ReaderPolicy.GATED), 11, truths::add);
        for (Optional<Delivered> next = simulation.poll(); next.isPresent(); next = simulation.poll()) {
            if (next.get().record() instanceof ReadIntentRecord intent) {
                simulation.onVerdict(verdict(intent, readable, false, deadlineNs));
                if (thenRevoked) {
                    simulation.onVerdict(verdict(intent, false, true, deadlineNs));
                }
            }
        }
        assertThat(truths).hasSizeGreaterThan(50);
        return truths;
    }

    private static FleetVerdict verdict(ReadIntentRecord intent, boolean readable, boolean revoked, long deadlineNs) {
        return new FleetVerdict(
                intent.reader(),
                intent.readerLife(),
                intent.readRequestId(),
                readable,
                revoked,
                false,
                readable ? "WITHIN_LEASE" : "RELEASED",
                1,
                deadlineNs,
                deadlineNs);
    }

    private static List<ReadTruth> truths(FleetScenario scenario, long seed) {
        List<ReadTruth> truths = new ArrayList<>();
        drain(new FleetSimulation(scenario, seed, truths::add), record -> {});
        return truths;
    }
}
