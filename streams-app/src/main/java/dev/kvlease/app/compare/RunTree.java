package dev.kvlease.app.compare;

import dev.kvlease.app.trail.TrailText;
import dev.kvlease.schemas.Consumption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The runs of one task and what each went on from, as the verdicts tell. */
final class RunTree {
    private final NavigableMap<Long, Run> runs = new TreeMap<>();

    /** Takes what a verdict tells. */
    void add(Recorded recorded) {
        run(recorded.run());
        Consumption consumed = recorded.verdict().getConsumed();
        if (consumed != null && consumed.getTrail().indexOf('[') >= 0) {
            addStarts(consumed);
        }
    }

    private void addStarts(Consumption consumed) {
        List<TrailText.Element> elements = TrailText.parse(consumed.getTrail());
        long steps = elements.stream().filter(TrailText.Step.class::isInstance).count();
        long step = consumed.getStep() - steps;
        List<TrailText.Step> since = new ArrayList<>();
        for (TrailText.Element element : elements) {
            if (element instanceof TrailText.Step each) {
                since.add(each);
                step++;
            } else if (element instanceof TrailText.Begin begin) {
                Stretch before = new Stretch(step - since.size(), since);
                run(begin.run()).beganAs(new Run.Start(step, begin.from(), begin.torn(), before));
                since = new ArrayList<>();
            }
        }
    }

    private Run run(long number) {
        return runs.computeIfAbsent(number, Run::new);
    }

    /** All runs, each behind the one that it went on from. */
    Collection<Run> inOrder() {
        for (Run run : new ArrayList<>(runs.values())) {
            run.start().filter(start -> start.from() != TrailText.Begin.NONE).ifPresent(start -> {
                List<Run> heirs = run(start.from()).heirs();
                if (!heirs.contains(run)) {
                    heirs.add(run);
                }
            });
        }
        Comparator<Run> byStart =
                Comparator.comparingLong(run -> run.start().orElseThrow().after());
        runs.values().forEach(run -> run.heirs().sort(byStart));
        return runs.values();
    }
}
