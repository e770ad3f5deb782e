package dev.kvlease.torture.sim;

import dev.kvlease.torture.sim.rules.Broken;
import java.util.ArrayList;
import java.util.List;

/**
 * A history that breaks a rule, made as short as can be.
 *
 * @param broken how it breaks the rule
 * @param stepsBefore how many steps it had
 * @param steps the steps that are left
 * @param tries how many parts of it were played
 */
record Shrunk(Broken broken, int stepsBefore, List<Step.Numbered> steps, int tries) {
    /** Plays a seed again and shrinks it. */
    static Shrunk of(Play play, long seed, Subject subject, Broken wanted) {
        KnownClocks clocks = new KnownClocks();
        List<Step.Numbered> steps = new ArrayList<>();
        SeedRun.play(play, seed, subject, clocks, steps::add);
        Shrinker shrinker = new Shrinker(play, subject, clocks, wanted);
        List<Step.Numbered> left = shrinker.shrink(steps);
        return new Shrunk(shrinker.brokenBy(left).orElse(wanted), steps.size(), left, shrinker.tries());
    }
}
