package dev.kvlease.app.hindsight;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** One holder twice: with its records as they came, and as they happened. */
final class HolderHindsight {
    private static final int SHOWN = 10;
    private static final int FULL_AT_FIRST = 1_000;

    private final Consumer<Hindsight> answered;
    private final LeaseEngine live;
    private final LeaseEngine then;
    private final HolderClock clock = new HolderClock();
    /** Records that came and may still be overtaken by others that happened before. */
    private final NavigableSet<Happened> waiting = new TreeSet<>(Happened.ORDER);
    /** Records that have been applied as they happened, while questions that came before them wait. */
    private final List<Happened> applied = new ArrayList<>();

    /** Live answers to questions that wait, by their arrival. */
    private final NavigableMap<Long, Verdict> answers = new TreeMap<>();

    private int full = FULL_AT_FIRST;

    HolderHindsight(String holder, Settings settings, Consumer<Hindsight> answered) {
        this.answered = answered;
        this.live = new LeaseEngine(holder, settings, false);
        this.then = new LeaseEngine(holder, settings, false);
    }

    /** Takes a record as it comes. */
    void arrive(Topic topic, InputRecord input, Origin at, long arrival) {
        long holderNs = clock.holderNs(input);
        Happened happened = new Happened(topic, input, at, arrival, clock.life(input), holderNs);
        apply(live, happened).ifPresent(answer -> answers.put(arrival, answer));
        waiting.add(happened);
    }

    /** One more of the records that came has waited long enough: takes the first of all as they happened. */
    void settle() {
        Happened next = waiting.pollFirst();
        Optional<Verdict> answer = apply(then, next);
        if (!next.isQuestion()) {
            remember(next);
            return;
        }
        Verdict before = answers.remove(next.arrival());
        if (before != null && answer.isPresent()) {
            answered.accept(compare(next, before, answer.get()));
        }
    }

    /** Keeps a record while a question waits that came before it. */
    private void remember(Happened record) {
        if (answers.isEmpty()) {
            applied.clear();
        } else if (applied.size() >= full) {
            long oldest = answers.firstKey();
            applied.removeIf(each -> each.arrival() < oldest);
            full = Math.max(FULL_AT_FIRST, 2 * applied.size());
        }
        applied.add(record);
    }

    private Hindsight compare(Happened question, Verdict before, Verdict after) {
        Hindsight answer = new Hindsight(question.at(), before, after, List.of(), 0);
        return answer.isDifferent() ? explain(question, before, after) : answer;
    }

    private Hindsight explain(Happened question, Verdict before, Verdict after) {
        List<LateRecord> late = applied.stream()
                .filter(each -> each.arrival() > question.arrival())
                .map(each -> late(each, question))
                .sorted(Comparator.comparing((LateRecord each) -> !each.related())
                        .thenComparingLong(LateRecord::lateMs))
                .toList();
        return new Hindsight(question.at(), before, after, late.subList(0, Math.min(SHOWN, late.size())), late.size());
    }

    private static LateRecord late(Happened record, Happened question) {
        ReadIntent intent = ((InputRecord.Intent) question.input()).intent();
        return new LateRecord(
                record.topic(),
                what(record.input()),
                record.at(),
                record.at().recordTimeMs() - question.at().recordTimeMs(),
                record.life() == question.life() ? question.holderNs() - record.holderNs() : 0,
                isRelated(record.input(), intent));
    }

    private static String what(InputRecord input) {
        if (input instanceof InputRecord.Event event) {
            return event.event().type().name();
        }
        return input instanceof InputRecord.Outcome outcome
                ? "outcome " + outcome.outcome().status()
                : "sample";
    }

    private static boolean isRelated(InputRecord input, ReadIntent intent) {
        if (input instanceof InputRecord.Event event) {
            return event.event().requestId().equals(intent.requestId());
        }
        if (input instanceof InputRecord.Outcome outcome) {
            return outcome.outcome().requestId().equals(intent.requestId());
        }
        return input instanceof InputRecord.Sample sample
                && sample.sample().reader().equals(intent.reader());
    }

    /** Applies a record, and tells the answer if it is a question. */
    private static Optional<Verdict> apply(LeaseEngine engine, Happened record) {
        Answer answer = new Answer();
        AsOf asOf = new AsOf(record.at().partition(), 0, 0, 0, 0);
        record.input()
                .applyTo(
                        engine,
                        new Arrival(record.at().recordTimeMs(), record.at().offset(), asOf),
                        answer);
        return record.isQuestion() ? answer.verdict : Optional.empty();
    }

    /** Keeps the answer to a question. */
    private static final class Answer implements Effects {
        private Optional<Verdict> verdict = Optional.empty();

        @Override
        public void verdict(Verdict given) {
            if (given.trigger() == Trigger.READ_INTENT) {
                verdict = Optional.of(given);
            }
        }

        @Override
        public void violation(Violation violation) {
            // Not asked for.
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            // Not asked for.
        }

        @Override
        public void refused(BadRecord reason) {
            // Refused live as well.
        }

        @Override
        public void note(Note note) {
            // Not asked for.
        }
    }
}
