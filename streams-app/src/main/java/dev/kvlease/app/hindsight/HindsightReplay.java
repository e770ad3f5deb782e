package dev.kvlease.app.hindsight;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Answers every question twice: with the records as they came, and with each holder's records in the order in which what
 * they tell of happened. A record is waited for as long as the rules wait for late events, in record time; so much traffic
 * is held in memory.
 */
public final class HindsightReplay implements EventHandler {
    private static final long WAIT_MS = Constants.HORIZON_NS / 1_000_000;

    private final Settings settings;
    private final Predicate<Origin> told;
    private final Consumer<Hindsight> differing;
    private final Map<String, HolderHindsight> holders = new HashMap<>();
    private final Deque<Arrived> waiting = new ArrayDeque<>();
    private final HindsightCounts counts = new HindsightCounts();
    private long arrivals;

    private record Arrived(HolderHindsight holder, long recordTimeMs) {}

    /**
     * A replay of nothing yet.
     *
     * @param settings the rules' variable parts
     * @param told which questions count, by where they stand
     * @param differing told of every answer that would have been another
     */
    public HindsightReplay(Settings settings, Predicate<Origin> told, Consumer<Hindsight> differing) {
        this.settings = settings;
        this.told = told;
        this.differing = differing;
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        take(Topic.LEASE_EVENTS, new InputRecord.Event(event), at);
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        take(Topic.HANDSHAKE_SAMPLES, new InputRecord.Sample(sample), at);
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        take(Topic.READ_INTENTS, new InputRecord.Intent(intent), at);
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        take(Topic.READ_OUTCOMES, new InputRecord.Outcome(outcome), at);
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        // Says nothing, early or late.
    }

    private void take(Topic topic, InputRecord input, Origin at) {
        HolderHindsight holder =
                holders.computeIfAbsent(input.holder(), name -> new HolderHindsight(name, settings, this::answered));
        holder.arrive(topic, input, at, arrivals++);
        waiting.add(new Arrived(holder, at.recordTimeMs()));
        while (waiting.getFirst().recordTimeMs() < at.recordTimeMs() - WAIT_MS) {
            waiting.removeFirst().holder().settle();
        }
    }

    private void answered(Hindsight answer) {
        if (!told.test(answer.asked())) {
            return;
        }
        counts.add(answer);
        if (answer.isDifferent()) {
            differing.accept(answer);
        }
    }

    /**
     * No record comes any more.
     *
     * @return how many answers would have been others
     */
    public HindsightCounts finish() {
        while (!waiting.isEmpty()) {
            waiting.removeFirst().holder().settle();
        }
        return counts;
    }
}
