package dev.kvlease.core.verdict;

import java.util.ArrayList;
import java.util.List;

/** The open reads of one reader, linked in the order in which they were told READABLE: each is taken out at once. */
final class ReaderReads {
    /** Before the first read and behind the last. */
    private final TrackedRead ends = new TrackedRead("", "", "");

    /** Neighbours among the readers that have open reads; itself while it has none. */
    private ReaderReads before = this;

    private ReaderReads after = this;

    ReaderReads() {
        ends.linkOpen(this, ends, ends);
    }

    boolean isEmpty() {
        return ends.openAfter() == ends;
    }

    TrackedRead first() {
        return ends.openAfter();
    }

    void add(TrackedRead read) {
        TrackedRead last = ends.openBefore();
        read.linkOpen(this, last, ends);
        last.linkOpen(this, last.openBefore(), read);
        ends.linkOpen(this, read, ends.openAfter());
    }

    void remove(TrackedRead read) {
        TrackedRead left = read.openBefore();
        TrackedRead right = read.openAfter();
        left.linkOpen(this, left.openBefore(), right);
        right.linkOpen(this, left, right.openAfter());
        read.unlinkOpen();
    }

    /** A copy, in order. */
    List<TrackedRead> toList() {
        List<TrackedRead> all = new ArrayList<>();
        addTo(all);
        return all;
    }

    void addTo(List<TrackedRead> all) {
        for (TrackedRead read = ends.openAfter(); read != ends; read = read.openAfter()) {
            all.add(read);
        }
    }

    /** The next reader that has open reads, or the list's own mark. */
    ReaderReads next() {
        return after;
    }

    /** Puts this reader in front of another: at the end of the list whose mark that is. */
    void linkBefore(ReaderReads other) {
        before = other.before;
        after = other;
        before.after = this;
        other.before = this;
    }

    void unlink() {
        before.after = after;
        after.before = before;
        before = this;
        after = this;
    }
}
