package dev.kvlease.app.metrics;

import dev.kvlease.core.LeaseEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks at the holders of a task, a bounded number of them and of their pairs at once, and sets the gauges when it has
 * seen all. It changes nothing and sends nothing (semantics.md, Delivery).
 */
final class Survey implements AutoCloseable {
    /** Holders and pairs looked at in one step; a step takes about a millisecond. */
    static final int STEP = 5_000;

    private final SurveyGauges gauges;
    private final LeaseMeters.Limits limits;
    private final int driftPpm;
    private Map<String, Heard> heard = Map.of();
    private Optional<Round> round = Optional.empty();

    /**
     * When a holder's clock advanced last.
     *
     * @param watermarkNs what it read then
     * @param sinceMs this machine's time when that was seen first
     */
    record Heard(long watermarkNs, long sinceMs) {}

    private static final class Round {
        private final Iterator<LeaseEngine> left;
        private final Census census;
        private final Map<String, Heard> heard = new HashMap<>();

        Round(Collection<LeaseEngine> engines, Census census) {
            this.left = List.copyOf(engines).iterator();
            this.census = census;
        }
    }

    Survey(Sensors sensors, LeaseMeters.Limits limits, int driftPpm) {
        this.gauges = new SurveyGauges(sensors);
        this.limits = limits;
        this.driftPpm = driftPpm;
    }

    /** Goes on, and gives the values of single holders and pairs at the end of a round. */
    Optional<List<PagePoint>> step(Supplier<Collection<LeaseEngine>> awake, int asleep, long nowMs) {
        if (round.isEmpty()) {
            round = Optional.of(new Round(awake.get(), new Census(limits, driftPpm)));
        }
        Round current = round.get();
        int looked = 0;
        while (looked < STEP && current.left.hasNext()) {
            looked += look(current, current.left.next(), nowMs);
        }
        if (current.left.hasNext()) {
            return Optional.empty();
        }
        heard = current.heard;
        round = Optional.empty();
        gauges.set(current.census, asleep);
        return Optional.of(current.census.details());
    }

    private int look(Round current, LeaseEngine engine, long nowMs) {
        return current.census.count(engine, facts -> {
            Heard before = heard.get(facts.holder());
            boolean advanced = before == null || before.watermarkNs() != facts.watermarkNs();
            Heard now = advanced ? new Heard(facts.watermarkNs(), nowMs) : before;
            current.heard.put(facts.holder(), now);
            return nowMs - now.sinceMs();
        });
    }

    @Override
    public void close() {
        gauges.close();
    }
}
