package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Every rule that must hold of a history. */
public final class Rules {
    private Rules() {}

    /**
     * What a history is.
     *
     * @param withinBounds whether the clocks keep the bound that the rules rest on
     * @param crashes whether tasks crash
     * @param repeatable whether a crashed task goes on exactly where it was, in the same order
     * @param ordered whether records that come again come in the same order
     * @param settings the rules' variable parts
     */
    public record Kind(boolean withinBounds, boolean crashes, boolean repeatable, boolean ordered, Settings settings) {}

    /**
     * The rules of a history. Where clocks do not keep the bound, no deadline, confirmation or judgement can be true to
     * them; what follows from records alone must hold all the same.
     *
     * @param kind what the history is
     * @param evidence what is consumed, by holder
     * @param clocks the true clocks
     * @param broken told each time that one does not hold
     * @return the rules
     */
    public static List<Invariant> of(
            Kind kind, Map<String, Evidence> evidence, TrueClocks clocks, Consumer<Broken> broken) {
        List<Invariant> rules = new ArrayList<>();
        rules.add(new NoReadableAgainstEvidence(evidence, broken));
        rules.add(new DeclinedForAReason(kind, clocks, evidence, broken));
        rules.add(new RevokedInTheEnd(broken));
        rules.add(new StateIsBounded(kind, evidence, broken));
        if (kind.withinBounds()) {
            rules.add(new NothingForeignPublished(evidence, clocks, broken));
            rules.add(new DeadlinesAreTrue(kind.settings().marginNs(), clocks, broken));
            rules.add(new ReadsJudged(clocks, broken));
            rules.add(new AccusationsAreTrue(broken));
        }
        if (kind.crashes() && kind.ordered()) {
            rules.add(new SameAnswersAfterCrash(kind.settings(), kind.repeatable(), evidence, broken));
        }
        return List.copyOf(rules);
    }
}
