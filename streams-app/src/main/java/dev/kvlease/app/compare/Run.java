package dev.kvlease.app.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run of a task: from its start, or the taking over of its partition, to its end or crash. */
final class Run {
    private final long number;
    private final List<Run> heirs = new ArrayList<>();
    private Optional<Start> start = Optional.empty();

    /**
     * How a run began.
     *
     * @param after the last step that its state knew
     * @param from the run that wrote that state, or {@link dev.kvlease.app.trail.TrailText.Begin#NONE}
     * @param torn whether a crash had cut the writing of that state
     * @param before the last steps of that run, as far as they are known from this one
     */
    record Start(long after, long from, boolean torn, Stretch before) {}

    Run(long number) {
        this.number = number;
    }

    long number() {
        return number;
    }

    /** How it began; empty if no verdict tells. */
    Optional<Start> start() {
        return start;
    }

    /** What can be said of its verdicts if it is not known how it began. */
    Finding.Doubt doubtOfUnknownStart() {
        return number == Recorded.NO_RUN ? Finding.Doubt.ORDER_UNKNOWN : Finding.Doubt.HISTORY_CUT;
    }

    void beganAs(Start told) {
        start = start.map(known -> new Start(
                        known.after(),
                        known.from(),
                        known.torn() || told.torn(),
                        known.before().longer(told.before())))
                .or(() -> Optional.of(told));
    }

    /** Runs that went on from its state, in the order of the steps where they did. */
    List<Run> heirs() {
        return heirs;
    }
}
