package dev.kvlease.app.compare;

import dev.kvlease.core.Settings;
import java.util.ArrayList;
import java.util.List;

/** Compares the verdicts of one task, all in memory. */
public final class InMemoryComparison {
    private InMemoryComparison() {}

    /** What comes of each verdict of a task. */
    public static List<Finding> of(InputLog log, List<Recorded> recorded) {
        RunTree tree = new RunTree();
        recorded.forEach(tree::add);
        List<Finding> findings = new ArrayList<>();
        new TaskComparison(log, Settings.DEFAULT, 0, reader -> 0, findings::add)
                .compare(tree, recorded.stream().sorted(Recorded.BY_STEP).iterator());
        return findings;
    }
}
