package dev.kvlease.fleet;

import static dev.kvlease.fleet.Histories.SECOND;
import static dev.kvlease.fleet.Histories.describe;
import static dev.kvlease.fleet.Histories.drain;
import static dev.kvlease.fleet.Histories.eventful;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.record.OutcomeStatus;
import dev.kvlease.fleet.record.ReadOutcomeRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.NetworkModel;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FleetSimulationTest {
    private static final int SEEDS = 20;

    @Test
    void oneSeedGivesOneHistory() {
        FleetScenario lossy = FleetScenario.lossy(6, 20, 200 * SECOND).with(ReaderPolicy.ORIGINAL_FIX);
        List<String> first = history(lossy, 5);
        assertThat(first).hasSizeGreaterThan(300).isEqualTo(history(lossy, 5));
        assertThat(first).isNotEqualTo(history(lossy, 6));
    }

    @Test
    void realTimePollingGivesTheSameHistory() {
        FleetScenario scenario = eventful(ReaderPolicy.UNGATED);
        FleetSimulation simulation = new FleetSimulation(scenario, 9, read -> {});
        List<String> inSteps = new ArrayList<>();
        long end = scenario.durationNs() + scenario.tailNs();
        for (long t = 0; t <= end; t += SECOND / 2) {
            for (Optional<Delivered> next = simulation.pollUntil(t); next.isPresent(); next = simulation.pollUntil(t)) {
                assertThat(next.get().trueNs()).isLessThanOrEqualTo(t);
                inSteps.add(describe(next.get().record()));
            }
            assertThat(simulation.trueNs()).isEqualTo(t);
        }
        assertThat(inSteps).isEqualTo(history(scenario, 9));
    }

    @Test
    void eventsOfALifeAreNumberedWithoutHolesAndSaidOnARisingClock() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Map<String, LeaseEventRecord> last = new HashMap<>();
            Set<LeaseEventKind> seen = EnumSet.noneOf(LeaseEventKind.class);
            for (LeaseEventRecord event : events(seed)) {
                seen.add(event.kind());
                LeaseEventRecord before = last.get(event.life());
                assertThat(event.kind() == LeaseEventKind.ENGINE_STARTED).isEqualTo(event.seq() == 0);
                if (before != null) {
                    assertThat(event.clockNs()).as("seed %d", seed).isGreaterThanOrEqualTo(before.clockNs());
                }
                if (event.seq() > 0) {
                    assertThat(event.seq()).as("seed %d", seed).isEqualTo(before.seq() + 1);
                    last.put(event.life(), event);
                } else if (before == null) {
                    last.put(event.life(), event);
                }
            }
            assertThat(seen).as("seed %d", seed).containsExactlyInAnyOrder(LeaseEventKind.values());
            assertThat(last).as("restarts, seed %d", seed).hasSizeGreaterThan(3);
        }
    }

    @Test
    void noBlockIsHeldExclusivelyByTwoLeasesThatLive() {
        int shared = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Map<String, Map<String, Set<Integer>>> heldByLife = new HashMap<>();
            for (LeaseEventRecord event : events(seed)) {
                Map<String, Set<Integer>> held = heldByLife.computeIfAbsent(event.life(), life -> new HashMap<>());
                switch (event.kind()) {
                    case BLOCKS_RELEASED, BLOCKS_EXPIRED ->
                        assertThat(held.remove(event.requestId())).isNotNull();
                    case BLOCKS_ALLOCATED -> {
                        held.remove(event.requestId());
                        Set<Integer> exclusive = exclusiveBlocks(event);
                        for (Set<Integer> other : held.values()) {
                            assertThat(other)
                                    .as("%s of seed %d", describe(event), seed)
                                    .doesNotContainAnyElementsOf(exclusive);
                        }
                        shared += event.sharedPrefixBlocks()[0];
                        held.put(event.requestId(), allBlocks(event));
                    }
                    default -> {}
                }
            }
        }
        assertThat(shared).isPositive();
    }

    @Test
    void leasesEndEarlyOnlyByReleaseAndNeverByTheSweep() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Map<String, Long> expiry = new HashMap<>();
            int late = 0;
            int endless = 0;
            for (LeaseEventRecord event : events(seed)) {
                switch (event.kind()) {
                    case BLOCKS_ALLOCATED -> {
                        expiry.put(event.requestId(), event.expiryNs());
                        endless += event.expiryNs() == FleetRecord.ABSENT ? 1 : 0;
                    }
                    case LEASE_EXTENDED -> {
                        assertThat(event.clockNs()).isLessThan(expiry.get(event.requestId()));
                        assertThat(event.expiryNs())
                                .isGreaterThanOrEqualTo(expiry.put(event.requestId(), event.expiryNs()));
                    }
                    case BLOCKS_EXPIRED -> {
                        assertThat(expiry.get(event.requestId())).isNotEqualTo(FleetRecord.ABSENT);
                        assertThat(event.clockNs()).isGreaterThanOrEqualTo(expiry.get(event.requestId()));
                        late += event.clockNs() > expiry.get(event.requestId()) ? 1 : 0;
                    }
                    default -> {}
                }
            }
            assertThat(late).as("seed %d", seed).isPositive();
            assertThat(endless).as("seed %d", seed).isPositive();
        }
    }

    @Test
    void theOffsetsThatSamplesAllowShareOnePointUpToDrift() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Map<String, List<HandshakeSampleRecord>> byPair = new HashMap<>();
            records(eventful(ReaderPolicy.UNGATED), seed).forEach(record -> {
                if (record instanceof HandshakeSampleRecord sample) {
                    byPair.computeIfAbsent(sample.readerLife() + sample.holderLife(), pair -> new ArrayList<>())
                            .add(sample);
                }
            });
            byPair.values().forEach(FleetSimulationTest::assertOneOffset);
            assertThat(byPair).hasSizeGreaterThan(9);
        }
    }

    @Test
    void lossAndDuplicationAreAsFrequentAsAskedFor() {
        NetworkModel faulty = new NetworkModel(0.1, 0.2, 0, 5 * Histories.MS, 0.1, SECOND, false, 0);
        Set<Long> seen = new HashSet<>();
        long copies = 0;
        long highest = 0;
        boolean disorder = false;
        FleetScenario scenario = FleetScenario.calm(2, 40, 2000 * SECOND)
                .with(ReaderPolicy.ORIGINAL_FIX)
                .with(faulty);
        for (FleetRecord record : records(scenario, 3)) {
            if (record instanceof LeaseEventRecord event && event.seq() > 0) {
                disorder |= event.seq() < highest;
                highest = Math.max(highest, event.seq());
                copies += 1;
                seen.add(event.seq());
            }
        }
        assertThat(disorder).isTrue();
        assertThat(seen.size() / (double) highest).isBetween(0.87, 0.93);
        assertThat(copies / (double) seen.size()).isBetween(1.15, 1.25);
    }

    @Test
    void readersReportWhatTheyDid() {
        Map<OutcomeStatus, Integer> byStatus = new HashMap<>();
        for (FleetRecord record : records(eventful(ReaderPolicy.ORIGINAL_FIX), 2)) {
            if (record instanceof ReadOutcomeRecord outcome) {
                byStatus.merge(outcome.status(), 1, Integer::sum);
                assertThat(outcome.finishedNs()).isGreaterThanOrEqualTo(outcome.startedNs());
            }
        }
        assertThat(byStatus.get(OutcomeStatus.COMPLETED)).isGreaterThan(50);
        assertThat(byStatus.get(OutcomeStatus.DECLINED)).isGreaterThan(5);
    }

    private static void assertOneOffset(List<HandshakeSampleRecord> samples) {
        long lo = Long.MIN_VALUE;
        long hi = Long.MAX_VALUE;
        long ref = 0;
        for (HandshakeSampleRecord sample : samples) {
            long drift = drift(sample.receivedNs() - ref);
            if (lo != Long.MIN_VALUE) {
                lo -= drift;
                hi += drift;
            }
            long rttDrift = drift(sample.receivedNs() - sample.sentNs());
            lo = Math.max(lo, sample.remoteNs() - sample.receivedNs() - rttDrift);
            hi = Math.min(hi, sample.remoteNs() - sample.sentNs() + rttDrift);
            ref = sample.receivedNs();
            assertThat(lo).isLessThanOrEqualTo(hi);
        }
    }

    private static long drift(long spanNs) {
        return Math.abs(spanNs) / 10_000 + 1;
    }

    private static Set<Integer> exclusiveBlocks(LeaseEventRecord event) {
        Set<Integer> exclusive = new HashSet<>();
        for (int group = 0; group < event.blockIds().length; group++) {
            int[] ids = event.blockIds()[group];
            for (int i = event.sharedPrefixBlocks()[group]; i < ids.length; i++) {
                exclusive.add(ids[i]);
            }
        }
        exclusive.remove(0);
        return exclusive;
    }

    private static Set<Integer> allBlocks(LeaseEventRecord event) {
        Set<Integer> all = new HashSet<>();
        for (int[] ids : event.blockIds()) {
            for (int id : ids) {
                all.add(id);
            }
        }
        all.remove(0);
        return all;
    }

    private static List<LeaseEventRecord> events(long seed) {
        List<LeaseEventRecord> events = new ArrayList<>();
        records(eventful(ReaderPolicy.UNGATED), seed).forEach(record -> {
            if (record instanceof LeaseEventRecord event) {
                events.add(event);
            }
        });
        return events;
    }

    private static List<FleetRecord> records(FleetScenario scenario, long seed) {
        List<FleetRecord> records = new ArrayList<>();
        drain(new FleetSimulation(scenario, seed, read -> {}), records::add);
        return records;
    }

    private static List<String> history(FleetScenario scenario, long seed) {
        List<String> history = new ArrayList<>();
        drain(new FleetSimulation(scenario, seed, read -> {}), record -> history.add(describe(record)));
        return history;
    }
}
