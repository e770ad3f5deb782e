package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.torture.sim.rules.Broken;
import dev.kvlease.torture.sim.rules.TrueClocks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes a history that breaks a rule as short as it can: leaves out steps, ever smaller groups of them, as long as the same
 * rule is broken (delta debugging). The same history always becomes the same.
 */
final class Shrinker {
    private static final int MOST_TRIES = 5_000;
    /** The rule that a holder breaks, not the core, whose events tell less than it does. */
    private static final String ACCUSATIONS = "AccusationsAreTrue";

    private static final Set<LeaseEventType> ENDS =
            EnumSet.of(LeaseEventType.BLOCKS_RELEASED, LeaseEventType.BLOCKS_EXPIRED);

    private final Play play;
    private final Subject subject;
    private final TrueClocks clocks;
    private final Broken wanted;
    private int tries;

    Shrinker(Play play, Subject subject, TrueClocks clocks, Broken wanted) {
        this.play = play;
        this.subject = subject;
        this.clocks = clocks;
        this.wanted = wanted;
    }

    /** The steps that are left; all of them if even the whole does not break the rule again. */
    List<Step.Numbered> shrink(List<Step.Numbered> steps) {
        if (brokenBy(steps).isEmpty()) {
            return steps;
        }
        List<Step.Numbered> left = keepIfBroken(steps, this::isAboutTheHolder);
        left = keepIfBroken(
                left, step -> step.reader().isEmpty() || step.reader().equals(wanted.reader()));
        for (int size = Math.max(1, left.size() / 2); tries < MOST_TRIES; ) {
            List<Step.Numbered> shorter = withoutGroups(left, size);
            if (shorter.size() == left.size() && size == 1) {
                break;
            }
            size = shorter.size() < left.size() ? Math.max(1, Math.min(size, shorter.size() / 2)) : size / 2;
            left = shorter;
        }
        return left;
    }

    /** How many histories were played. */
    int tries() {
        return tries;
    }

    private boolean isAboutTheHolder(Step step) {
        if (step instanceof Step.Betrayal betrayal) {
            return betrayal.promise().holder().equals(wanted.holder());
        }
        return !(step instanceof Step.Consume consume)
                || consume.input().holder().equals(wanted.holder());
    }

    /** Without its betrayal, a holder would seem to keep its promise; without an end that it has told, to break it. */
    private boolean mayBeLeftOut(Step step, Set<String> leased) {
        if (step instanceof Step.Betrayal betrayal) {
            return !leased.contains(betrayal.promise().requestId());
        }
        boolean isEnd = step instanceof Step.Consume consume
                && consume.input() instanceof InputRecord.Event event
                && ENDS.contains(event.event().type())
                && leased.contains(event.event().requestId());
        return !isEnd || !wanted.rule().equals(ACCUSATIONS);
    }

    /** The requests of which an allocation is left. */
    private static Set<String> leased(List<Step.Numbered> steps) {
        Set<String> requests = new HashSet<>();
        for (Step.Numbered each : steps) {
            if (each.step() instanceof Step.Consume consume
                    && consume.input() instanceof InputRecord.Event event
                    && event.event().type() == LeaseEventType.BLOCKS_ALLOCATED) {
                requests.add(event.event().requestId());
            }
        }
        return requests;
    }

    private List<Step.Numbered> keepIfBroken(List<Step.Numbered> steps, Predicate<Step> kept) {
        List<Step.Numbered> part =
                steps.stream().filter(each -> kept.test(each.step())).toList();
        return part.size() < steps.size() && brokenBy(part).isPresent() ? part : steps;
    }

    private List<Step.Numbered> withoutGroups(List<Step.Numbered> steps, int size) {
        List<Step.Numbered> left = steps;
        Set<String> leased = leased(steps);
        // the end first: most of what comes after the fault does not matter
        for (int end = steps.size(); end > 0 && tries < MOST_TRIES; end -= size) {
            int from = Math.max(0, end - size);
            if (from >= left.size()) {
                continue;
            }
            List<Step.Numbered> removed = left.subList(from, Math.min(end, left.size())).stream()
                    .filter(each -> mayBeLeftOut(each.step(), leased))
                    .toList();
            if (removed.isEmpty()) {
                continue;
            }
            List<Step.Numbered> part = Copies.without(left, removed);
            Optional<List<Step.Numbered>> shorter =
                    broken(Renumbering.closeGaps(part, removed)).or(() -> broken(part));
            left = shorter.orElse(left);
        }
        return left;
    }

    private Optional<List<Step.Numbered>> broken(List<Step.Numbered> part) {
        return brokenBy(part).map(broken -> part);
    }

    /** How a part of the history breaks the rule, if it does. */
    Optional<Broken> brokenBy(List<Step.Numbered> steps) {
        if (!Copies.isPossible(steps)) {
            return Optional.empty();
        }
        tries++;
        List<Broken> found = new ArrayList<>();
        try {
            play(steps, found);
        } catch (Throwable e) {
            found.add(Broken.by(e));
        }
        return found.stream().filter(wanted::isLike).findFirst();
    }

    private void play(List<Step.Numbered> steps, List<Broken> found) {
        World world = new World(play, subject, clocks, found::add, World.Outlets.NONE);
        long last = 0;
        for (Step.Numbered each : steps) {
            each.step().applyTo(world, each.id());
            last = each.id();
        }
        world.end(last + 1);
    }
}
