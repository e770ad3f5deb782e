package dev.kvlease.app.compare;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Verdicts by the step that led to them. */
final class Groups {
    private final Iterator<Recorded> recorded;
    private List<Recorded> group = new ArrayList<>();
    private Recorded ahead;

    Groups(Iterator<Recorded> recorded) {
        this.recorded = recorded;
        this.ahead = recorded.hasNext() ? recorded.next() : null;
        fill();
    }

    private void fill() {
        group = new ArrayList<>();
        while (ahead != null && (group.isEmpty() || isSameStep(group.get(0), ahead))) {
            group.add(ahead);
            ahead = recorded.hasNext() ? recorded.next() : null;
        }
    }

    private static boolean isSameStep(Recorded one, Recorded other) {
        return one.run() == other.run() && one.step() == other.step();
    }

    boolean isNextOf(Run run) {
        return !group.isEmpty() && group.get(0).run() == run.number();
    }

    List<Recorded> peek() {
        return group;
    }

    List<Recorded> next() {
        List<Recorded> taken = group;
        fill();
        return taken;
    }
}
