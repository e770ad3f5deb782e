package dev.kvlease.gate.core;

import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What this reader knows by itself: its own samples, and the deadline that comes with a request. The rules are those of
 * the stream for a holder that sends no events, applied by the same core.
 */
final class OwnClocks {
    private static final long NS_PER_MS = 1_000_000;
    private static final AsOf NO_STREAM = new AsOf(0, 0, 0, 0, 0);

    private final Settings settings;
    private final Map<String, LeaseEngine> holders = new HashMap<>();

    OwnClocks(Settings settings) {
        this.settings = settings;
    }

    void sampled(HandshakeSample sample, long nowNs) {
        engine(sample.holder()).apply(sample, arrival(nowNs), new Last());
    }

    Answer decide(ReadIntent intent, long nowNs) {
        Last last = new Last();
        engine(intent.holder()).apply(intent, arrival(nowNs), last);
        return last.verdict
                .map(OwnClocks::answer)
                .orElseGet(() -> Answer.expired(last.refusal, Answer.Source.FALLBACK));
    }

    /** The life that the clock of a holder is of; empty without one. */
    Optional<String> life(String holder) {
        AtomicReference<String> life = new AtomicReference<>("");
        engine(holder).forEachClock(clock -> life.set(clock.holderLife()));
        return Optional.of(life.get()).filter(named -> !named.isEmpty());
    }

    private static Answer answer(Verdict verdict) {
        return new Answer(
                verdict.status() == Status.READABLE ? Answer.Status.READABLE : Answer.Status.EXPIRED,
                verdict.reason().name(),
                Answer.Source.FALLBACK,
                verdict.provisional(),
                verdict.readableUntilNs(),
                verdict.deadlineNs());
    }

    private LeaseEngine engine(String holder) {
        return holders.computeIfAbsent(holder, name -> new LeaseEngine(name, settings, false));
    }

    private static Arrival arrival(long nowNs) {
        return new Arrival(nowNs / NS_PER_MS, 0, NO_STREAM);
    }

    /** Keeps the answer. */
    private static final class Last implements Effects {
        private Optional<Verdict> verdict = Optional.empty();
        private String refusal = "";

        @Override
        public void verdict(Verdict told) {
            verdict = Optional.of(told);
        }

        @Override
        public void violation(Violation violation) {}

        @Override
        public void clockOffset(ClockOffset offset) {}

        @Override
        public void refused(BadRecord reason) {
            refusal = reason.name();
        }

        @Override
        public void note(Note note) {}
    }
}
