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
        private final long id;
        private final Verdict verdict;
        private boolean lost;

        private Entry(VerdictLog log, int index, long id, Verdict verdict) {
            this.log = log;
            this.index = index;
            this.id = id;
            this.verdict = verdict;
        }

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

    Entry add(long id, Verdict verdict) {
        Entry entry = new Entry(this, entries.size(), id, verdict);
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
