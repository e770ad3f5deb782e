package dev.kvlease.demo.proof;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the ground truth says of all reads that are over. A read is good if its blocks were still its lease's when a
 * reader without a gate would have had them.
 *
 * @param reads reads wanted
 * @param used reads made, and their bytes used
 * @param foreignUsed of those, the ones with bytes of another request: must be 0
 * @param foreignWithoutGate reads that would have had such bytes if every reader had read at once
 * @param foreignWithOriginalFix of those, the ones that the check inside the engine would have let through
 * @param lateDeclined reads declined whose lease had passed its deadline
 * @param goodDeclined good reads not used, by the reason given
 * @param example a late read that was declined and whose blocks were another request's by then
 */
public record Proof(
        long reads,
        long used,
        long foreignUsed,
        long foreignWithoutGate,
        long foreignWithOriginalFix,
        long lateDeclined,
        SortedMap<String, Long> goodDeclined,
        Optional<Example> example) {
    /** Keeps a map of its own. */
    public Proof {
        goodDeclined = Collections.unmodifiableSortedMap(new TreeMap<>(goodDeclined));
    }

    /**
     * Tells whether the gate kept every foreign block out.
     *
     * @return true if no read used bytes of another request
     */
    public boolean holds() {
        return foreignUsed == 0;
    }

    /**
     * Good reads that were not used.
     *
     * @return a count
     */
    public long goodDeclinedInAll() {
        return goodDeclined.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Reads not used, whose lease was over.
     *
     * @return a count
     */
    public long rightlyDeclined() {
        return reads - used - goodDeclinedInAll();
    }

    /**
     * One read.
     *
     * @param holder the holder's engine id
     * @param reader the reader's engine id
     * @param requestId the request of the lease
     * @param readRequestId the read
     * @param reason the verdict's reason
     */
    public record Example(String holder, String reader, String requestId, String readRequestId, String reason) {}
}
