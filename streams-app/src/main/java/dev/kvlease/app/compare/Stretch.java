package dev.kvlease.app.compare;

import dev.kvlease.app.trail.TrailText;
import dev.kvlease.app.trail.TrailText.Step;
import dev.kvlease.schemas.Consumption;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps of one run that follow each other.
 *
 * @param after the step before the first of them
 * @param steps the steps, oldest first
 */
record Stretch(long after, List<Step> steps) {
    /** What a verdict tells of its own run. */
    static Stretch lastOf(Consumption consumed) {
        List<Step> steps = new ArrayList<>();
        for (TrailText.Element element : TrailText.parse(consumed.getTrail())) {
            if (element instanceof Step step) {
                steps.add(step);
            } else {
                steps.clear();
            }
        }
        return new Stretch(consumed.getStep() - steps.size(), steps);
    }

    long last() {
        return after + steps.size();
    }

    /** The step of a number, which must lie within. */
    Step at(long number) {
        return steps.get((int) (number - after - 1));
    }

    Stretch longer(Stretch other) {
        return other.steps.size() > steps.size() ? other : this;
    }
}
