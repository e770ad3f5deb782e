package dev.kvlease.app.compare;

import dev.kvlease.app.trail.TrailText.Begin;
import dev.kvlease.app.trail.TrailText.Step;
import dev.kvlease.core.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Compares all verdicts of one task. Its runs are followed one after the other; where a run handed its state on, the state
 * is kept for its heirs, so that each begins with exactly what it began with then.
 */
final class TaskComparison {
    private final InputLog log;
    private final Settings settings;
    private final int partition;
    private final ToIntFunction<String> placeOfReader;
    private final Consumer<Finding> findings;
    private final Map<Long, TaskReplay.Left> left = new HashMap<>();

    TaskComparison(
            InputLog log,
            Settings settings,
            int partition,
            ToIntFunction<String> placeOfReader,
            Consumer<Finding> findings) {
        this.log = log;
        this.settings = settings;
        this.partition = partition;
        this.placeOfReader = placeOfReader;
        this.findings = findings;
    }

    /**
     * Follows all runs.
     *
     * @param tree the runs
     * @param recorded the verdicts of this task, by run and step
     */
    void compare(RunTree tree, Iterator<Recorded> recorded) {
        Groups groups = new Groups(recorded);
        for (Run run : tree.inOrder()) {
            Optional<TaskReplay.Left> begin = beginOf(run);
            boolean unknown = begin.isEmpty() && !groups.isNextOf(run);
            if (!unknown) {
                follow(run, begin, groups);
            }
        }
    }

    private Optional<TaskReplay.Left> beginOf(Run run) {
        if (run.start().isEmpty()) {
            return Optional.empty();
        }
        return run.start().get().from() == Begin.NONE
                ? Optional.of(TaskReplay.Left.nothing(Finding.Doubt.NONE))
                : Optional.ofNullable(left.remove(run.number()));
    }

    private void follow(Run run, Optional<TaskReplay.Left> begin, Groups groups) {
        TaskReplay task = new TaskReplay(
                log,
                settings,
                partition,
                run.number(),
                begin.orElseGet(() -> TaskReplay.Left.nothing(run.doubtOfUnknownStart())));
        if (begin.isEmpty()) {
            new History(log, task, groups.peek()).takeBefore();
        }
        if (run.start().isPresent() && run.start().get().torn()) {
            task.doubt(Finding.Doubt.STATE_TORN);
        }
        StepCheck check = new StepCheck(placeOfReader, findings);
        List<Run> heirs = new ArrayList<>(run.heirs());
        while (groups.isNextOf(run) || !heirs.isEmpty()) {
            List<Recorded> next = groups.isNextOf(run) ? groups.peek() : List.of();
            long verdictAt = next.isEmpty() ? Long.MAX_VALUE : next.get(0).step();
            Walk walk = new Walk(task, check, stretches(next, heirs), next);
            if (!heirs.isEmpty() && heirs.get(0).start().orElseThrow().after() < verdictAt) {
                Run heir = heirs.remove(0);
                walk.to(heir.start().orElseThrow().after());
                left.put(heir.number(), task.left());
            } else {
                walk.to(verdictAt - 1);
                walk.check(groups.next());
            }
        }
        check.end();
    }

    /** What is told of the steps to come: with the next verdicts, and with those of the heirs. */
    private static List<Stretch> stretches(List<Recorded> next, List<Run> heirs) {
        List<Stretch> told = new ArrayList<>();
        next.forEach(each -> told.add(each.stretch()));
        heirs.forEach(heir -> told.add(heir.start().orElseThrow().before()));
        return told;
    }

    /** The way to the next step of which something is known. */
    private final class Walk {
        private final TaskReplay task;
        private final StepCheck check;
        private final List<Stretch> told;
        private final History history;

        Walk(TaskReplay task, StepCheck check, List<Stretch> told, List<Recorded> next) {
            this.task = task;
            this.check = check;
            this.told = told;
            this.history = new History(log, task, next);
        }

        /** Takes all steps up to one; none of them led to a verdict that was written. */
        void to(long last) {
            while (task.step() < last) {
                long number = task.step() + 1;
                Optional<Step> step = stepAt(number);
                if (step.isPresent()) {
                    check.check(task, List.of(), task.take(step.get()));
                } else {
                    task.doubt(Finding.Doubt.ORDER_UNKNOWN);
                    check.check(task, List.of(), history.takeNext(last));
                }
            }
        }

        /** Takes the step that led to verdicts. */
        void check(List<Recorded> recorded) {
            Step step = stepAt(task.step() + 1).orElseThrow();
            check.check(task, recorded, task.take(step));
        }

        private Optional<Step> stepAt(long number) {
            return told.stream()
                    .filter(each -> each.after() < number && each.last() >= number)
                    .findFirst()
                    .map(each -> each.at(number));
        }
    }
}
