package dev.kvlease.app.trail;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Consumption;
import dev.kvlease.schemas.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The order in which a task took the records of its inputs, as its verdicts tell. Runs that went on from each other make
 * one line, from the first that is known to the one that wrote the newest verdicts; what a run took behind the point where
 * the next one went on was taken again, and counts as taken then. Where the stream began anew without a state, the line
 * before is followed to the records that were taken again. A step needs a byte of memory.
 */
public final class TakenOrder {
    private static final Comparator<Cut> BY_PROGRESS = Comparator.comparingLong(Cut::total);

    private final Map<Long, RunSteps> runs = new HashMap<>();
    private final List<Cut> cuts = new ArrayList<>();

    /** What a verdict without a trail tells: what had been taken, and what last. */
    private record Cut(long[] ends, Target.Taken decidedBy) {
        long total() {
            long total = 0;
            for (long end : ends) {
                total += end;
            }
            return total;
        }
    }

    /**
     * Takes what a verdict tells. Verdicts may come in any order.
     *
     * @param verdict of this task
     * @param place the partition of the topic verdicts where it lies
     * @param offset its offset there
     * @throws IllegalArgumentException if its trail is none
     */
    public void add(Verdict verdict, int place, long offset) {
        if (verdict.getConsumed() == null) {
            cuts.add(cutOf(verdict));
            return;
        }
        add(verdict.getConsumed(), verdict.getEvidence().getAsOf());
        run(verdict.getConsumed().getRun()).wrote(place, offset);
    }

    private static Cut cutOf(Verdict verdict) {
        AsOf asOf = verdict.getEvidence().getAsOf();
        Topic decider =
                switch (verdict.getTrigger()) {
                    case LEASE_EVENT -> Topic.LEASE_EVENTS;
                    case CLOCK_SAMPLE -> Topic.HANDSHAKE_SAMPLES;
                    case READ_INTENT, UNKNOWN -> Topic.READ_INTENTS;
                };
        long[] ends = TrailCode.positions(asOf);
        return new Cut(ends, new Target.Taken(decider, ends[TrailCode.of(decider)] - 1));
    }

    private void add(Consumption consumed, AsOf asOf) {
        List<TrailText.Element> elements = TrailText.parse(consumed.getTrail());
        long step = consumed.getStep()
                - elements.stream().filter(TrailText.Step.class::isInstance).count();
        if (step < 0) {
            throw new IllegalArgumentException("a trail of more steps than were taken: " + consumed.getStep());
        }
        List<TrailText.Step> since = new ArrayList<>();
        for (TrailText.Element element : elements) {
            if (element instanceof TrailText.Step each) {
                since.add(each);
                step++;
            } else if (element instanceof TrailText.Begin begin) {
                if (begin.from() != TrailText.Begin.NONE) {
                    run(begin.from()).told(step, since);
                }
                run(begin.run()).beganAfter(step, begin.from());
                since.clear();
            }
        }
        run(consumed.getRun()).told(step, since);
        run(consumed.getRun()).stoodAt(step, step - since.size(), TrailCode.positions(asOf));
    }

    private RunSteps run(long number) {
        return runs.computeIfAbsent(number, unused -> new RunSteps());
    }

    /**
     * The order. It ends with the last verdict; what was taken since is not told.
     *
     * @return what is to be taken next, one after the other
     */
    public Iterator<Target> targets() {
        return new Targets(new RunLines(runs).legs());
    }

    /** Goes through cuts, and then through the steps of runs. */
    private final class Targets implements Iterator<Target> {
        private final List<RunLines.Leg> legs;
        private final Deque<Target> ready = new ArrayDeque<>();
        private final long[] next = new long[TrailCode.INPUTS.size()];
        private boolean known;
        private int leg;
        private long step;

        Targets(List<RunLines.Leg> legs) {
            this.legs = legs;
            cuts.sort(BY_PROGRESS);
            cuts.forEach(cut -> {
                long[] ends = cut.ends().clone();
                ends[TrailCode.of(cut.decidedBy().input())]--;
                ready.add(new Target.Until(ends, true));
                ready.add(cut.decidedBy());
            });
            begin();
        }

        private void begin() {
            if (leg < legs.size()) {
                known &= !legs.get(leg).opens();
                step = legs.get(leg).run().firstStep();
            }
        }

        @Override
        public boolean hasNext() {
            while (ready.isEmpty() && leg < legs.size()) {
                advance();
            }
            return !ready.isEmpty();
        }

        @Override
        public Target next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return ready.remove();
        }

        private void advance() {
            RunLines.Leg now = legs.get(leg);
            RunSteps steps = now.run();
            if (step > now.last()) {
                leg++;
                begin();
                return;
            }
            int code = steps.code(step);
            if (code < 0) {
                known = false;
                step = steps.nextKnown(step);
                return;
            }
            if (!known) {
                steps.positionsBefore(step).ifPresent(positions -> goOnFrom(positions, now.ends()));
            }
            if (known) {
                long offset = steps.jump(step).orElse(next[code]);
                if (offset < now.ends()[code]) {
                    ready.add(new Target.Taken(TrailCode.INPUTS.get(code), offset));
                }
                next[code] = offset + 1;
            }
            step++;
        }

        /** The order is known again from here on; what lies before has been taken somehow. */
        private void goOnFrom(long[] positions, long[] ends) {
            known = true;
            System.arraycopy(positions, 0, next, 0, next.length);
            ready.add(new Target.Until(RunLines.lesser(positions, ends), false));
        }
    }
}
