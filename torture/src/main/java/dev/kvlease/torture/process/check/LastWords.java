package dev.kvlease.torture.process.check;

import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What stands for each read in the end: a revocation for good, else the answer to the newest question; a further answer to
 * the same question replaces the one before.
 */
final class LastWords {
    private final Map<ReadName, Verdict> words = new HashMap<>();

    void learn(Verdict verdict) {
        words.merge(ReadName.of(verdict), verdict, LastWords::later);
    }

    private static Verdict later(Verdict before, Verdict after) {
        if (isRevocation(before)) {
            return before;
        }
        boolean sameQuestion = Objects.equals(
                before.getEvidence().getReadIntentOffset(), after.getEvidence().getReadIntentOffset());
        boolean counts = isRevocation(after) || sameQuestion || after.getRevision() >= before.getRevision();
        return counts ? after : before;
    }

    static boolean isRevocation(Verdict verdict) {
        return verdict.getTrigger() != VerdictTrigger.READ_INTENT;
    }

    static boolean isReadable(Verdict verdict) {
        return verdict.getStatus() == VerdictStatus.READABLE;
    }

    Map<ReadName, Verdict> all() {
        return words;
    }

    /** What matters to a reader; not what depends on the moment, such as revision and watermark. */
    static String essence(Verdict verdict) {
        if (isRevocation(verdict)) {
            return "taken back, " + verdict.getReason() + ", lease " + verdict.getLeaseSeq();
        }
        return verdict.getStatus() + " " + verdict.getReason() + ", lease " + verdict.getLeaseSeq() + ", until "
                + verdict.getReadableUntilNs() + " and " + verdict.getDeadlineNs();
    }
}
