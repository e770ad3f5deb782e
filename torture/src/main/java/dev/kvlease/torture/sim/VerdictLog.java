package dev.kvlease.torture.sim;

import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The verdicts of one reader, as they lie in the log. */
final class VerdictLog {
    /** A verdict, and whether a crash took it away before it was durable. */
    static final class Entry {
        private final VerdictLog log;
        private final int index;
        private final long givenId;
        private final long id;
        private final Verdict verdict;
        private boolean lost;

        private Entry(VerdictLog log, int index, long givenId, long id, Verdict verdict) {
            this.log = log;
            this.index = index;
            this.givenId = givenId;
            this.id = id;
            this.verdict = verdict;
        }

        /** The step that gave it. */
        long givenId() {
            return givenId;
        }

        /** The step from which on it can be seen. */
        long id() {
            return id;
        }

        Verdict verdict() {
            return verdict;
        }

        boolean isLost() {
            return lost;
        }

        /** It is lost unless somebody has read it, which proves that it was durable. */
        void loseUnlessRead() {
            lost = index >= log.read;
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private int read;

    Entry add(long givenId, long id, Verdict verdict) {
        Entry entry = new Entry(this, entries.size(), givenId, id, verdict);
        entries.add(entry);
        return entry;
    }

    int size() {
        return entries.size();
    }

    Entry get(int index) {
        return entries.get(index);
    }

    void readUpTo(int index) {
        read = Math.max(read, index);
    }

    List<Entry> entries() {
        return entries;
    }
}
