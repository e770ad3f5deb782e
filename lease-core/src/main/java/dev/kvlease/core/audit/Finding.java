package dev.kvlease.core.audit;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.LeaseEnd;
import dev.kvlease.core.verdict.Completion;
import java.util.Optional;

/**
 * What a judgement of a completed read found: the end of the lease that it ran into.
 *
 * @param type by what ended the lease
 * @param certainty how sure it is
 * @param leaseEndNs the end {@code e}, holder clock, or absent
 * @param by the request that has the blocks now, or empty
 */
public record Finding(ViolationType type, Certainty certainty, long leaseEndNs, String by) {
    /** UNLEASED_READ: no such lease is known at the judgement. */
    public static final Finding UNLEASED =
            new Finding(ViolationType.UNLEASED_READ, Certainty.POSSIBLE, Absent.LONG, "");

    /** READ_ACROSS_RESTART: the life that made the lease is over. */
    public static final Finding ACROSS_RESTART =
            new Finding(ViolationType.READ_ACROSS_RESTART, Certainty.POSSIBLE, Absent.LONG, "");

    /**
     * Judges a completed read against the earliest end of its lease; at equal times an explicit end counts before a
     * reuse, that before a replacement, that before the expiry.
     *
     * @param lease the lease that the read means
     * @param read when the read ended, on the holder's clock
     * @return what it ran into, or nothing
     */
    public static Optional<Finding> judge(Lease lease, Completion read) {
        LeaseEnd explicit = lease.explicitEnd();
        long endNs = explicit.clockNs();
        ViolationType type = explicit.released() ? ViolationType.READ_AFTER_RELEASE : ViolationType.READ_AFTER_EXPIRY;
        String by = "";
        boolean readersOwnNotice = explicit.readCompleted();
        if (!Absent.is(lease.reusedAtNs()) && lease.reusedAtNs() < endNs) {
            endNs = lease.reusedAtNs();
            type = ViolationType.READ_AFTER_REUSE;
            by = lease.reusedBy();
            readersOwnNotice = false;
        }
        if (lease.replacedAtNs() < endNs) {
            endNs = lease.replacedAtNs();
            type = ViolationType.READ_AFTER_RELEASE;
            by = "";
            readersOwnNotice = false;
        }
        if (lease.hasDeadline() && lease.expiryNs() < endNs) {
            endNs = lease.expiryNs();
            type = ViolationType.READ_AFTER_EXPIRY;
            by = "";
            readersOwnNotice = false;
        }
        if (read.finishedMinNs() >= endNs) {
            return Optional.of(new Finding(type, Certainty.CERTAIN, endNs, by));
        }
        boolean possible = read.finishedMaxNs() >= endNs && !readersOwnNotice;
        return possible ? Optional.of(new Finding(type, Certainty.POSSIBLE, endNs, by)) : Optional.empty();
    }
}
