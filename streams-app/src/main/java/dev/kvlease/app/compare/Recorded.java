package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.TrailText;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Consumption;
import dev.kvlease.schemas.Verdict;
import java.util.Comparator;
import java.util.List;

/**
 * A verdict as the stream wrote it.
 *
 * @param verdict the verdict
 * @param place the partition of the topic verdicts where it lies
 * @param offset its offset there
 */
public record Recorded(Verdict verdict, int place, long offset) {
    /** What {@link #run} says of a verdict that does not tell its run. */
    static final long NO_RUN = 0;

    /** By the task that wrote it, and then in the order in which it did. */
    static final Comparator<Recorded> BY_STEP = Comparator.comparingInt(Recorded::partition)
            .thenComparingLong(Recorded::run)
            .thenComparingLong(Recorded::step)
            .thenComparingInt(Recorded::place)
            .thenComparingLong(Recorded::offset);

    /** The partition of the inputs that it comes from. */
    int partition() {
        return verdict.getEvidence().getAsOf().getPartition();
    }

    /** The run that wrote it. */
    long run() {
        Consumption consumed = verdict.getConsumed();
        return consumed == null ? NO_RUN : consumed.getRun();
    }

    /** The step after which it was written; without one, its revision orders it. */
    long step() {
        Consumption consumed = verdict.getConsumed();
        return consumed == null ? verdict.getRevision() : consumed.getStep();
    }

    /** The steps that it tells of, up to its own, which it always tells of. */
    Stretch stretch() {
        Consumption consumed = verdict.getConsumed();
        return consumed == null ? new Stretch(step() - 1, List.of(decider())) : Stretch.lastOf(consumed);
    }

    private TrailText.Step decider() {
        AsOf asOf = verdict.getEvidence().getAsOf();
        return switch (verdict.getTrigger()) {
            case LEASE_EVENT -> new TrailText.Step(Topic.LEASE_EVENTS, asOf.getLeaseEvents() - 1, false);
            case CLOCK_SAMPLE -> new TrailText.Step(Topic.HANDSHAKE_SAMPLES, asOf.getHandshakeSamples() - 1, false);
            case READ_INTENT, UNKNOWN -> new TrailText.Step(Topic.READ_INTENTS, asOf.getReadIntents() - 1, false);
        };
    }
}
