package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;

/**
 * What the decision table says.
 *
 * @param rule the rule that applied
 * @param status the answer
 * @param reason why
 * @param provisional true if asking again may help
 * @param readableUntilNs last reader time at which the read may start, or absent
 * @param deadlineNs reader time before which the bytes must have arrived, or absent
 */
public record Decision(
        Rule rule, Status status, Reason reason, boolean provisional, long readableUntilNs, long deadlineNs) {

    /**
     * Tells whether a read of a tracked holder is open from now on, and its attempt holds a claim.
     *
     * @return true for a READABLE by V16 or V19
     */
    public boolean opensRead() {
        return status == Status.READABLE && (rule == Rule.V16 || rule == Rule.V19);
    }

    static Decision readable(Rule rule, Reason reason) {
        return new Decision(rule, Status.READABLE, reason, false, Absent.LONG, Absent.LONG);
    }

    static Decision expired(Rule rule, Reason reason) {
        return new Decision(rule, Status.EXPIRED, reason, false, Absent.LONG, Absent.LONG);
    }

    static Decision provisional(Rule rule, Reason reason) {
        return new Decision(rule, Status.EXPIRED, reason, true, Absent.LONG, Absent.LONG);
    }
}
