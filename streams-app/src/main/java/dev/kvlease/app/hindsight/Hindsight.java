package dev.kvlease.app.hindsight;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.core.verdict.Verdict;
import java.util.List;

/**
 * An answer, and what it would have been with all that had happened.
 *
 * @param asked where the question stands
 * @param live the answer, right with what had come
 * @param then the answer with all that had happened
 * @param late what had happened and had not come, related records first
 * @param lateTotal how many such records there are; {@code late} has the first of them
 */
public record Hindsight(Origin asked, Verdict live, Verdict then, List<LateRecord> late, long lateTotal) {
    /** Copies the list. */
    public Hindsight {
        late = List.copyOf(late);
    }

    /**
     * Whether the answer would have been another.
     *
     * @return true if the status or the reason is; the times in an answer move with every record
     */
    public boolean isDifferent() {
        return live.status() != then.status() || live.reason() != then.reason();
    }
}
