package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/**
 * When a completed read took place (semantics.md, Audit).
 *
 * @param readerLife the reader's incarnation as reported
 * @param leaseSeq the lease it means, or absent until it is judged
 * @param startedNs start, reader clock
 * @param finishedNs end, reader clock
 * @param finishedMinNs {@code f_min}, holder clock
 * @param finishedMaxNs {@code f_max}, holder clock
 */
public record Completion(
        String readerLife, long leaseSeq, long startedNs, long finishedNs, long finishedMinNs, long finishedMaxNs) {
    /** Nothing reported. */
    static final Completion NONE = new Completion("", Absent.LONG, Absent.LONG, Absent.LONG, Absent.LONG, Absent.LONG);

    void write(StateWriter out) {
        out.putText(readerLife)
                .putOptional(leaseSeq)
                .putLong(startedNs)
                .putLong(finishedNs)
                .putLong(finishedMinNs)
                .putLong(finishedMaxNs);
    }

    static Completion read(StateReader in) {
        return new Completion(in.getText(), in.getOptional(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }
}
