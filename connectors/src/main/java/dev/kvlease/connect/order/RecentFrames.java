package dev.kvlease.connect.order;

import java.util.Arrays;

/** Fingerprints of the batches handed on last, to tell a duplicate from a batch of another life. */
final class RecentFrames {
    private static final int SIZE = 4096;

    private final long[] seqs = new long[SIZE];
    private final long[] fingerprints = new long[SIZE];

    RecentFrames() {
        clear();
    }

    void add(long seq, long fingerprint) {
        int slot = (int) (seq % SIZE);
        seqs[slot] = seq;
        fingerprints[slot] = fingerprint;
    }

    boolean has(Frame frame) {
        int slot = (int) (frame.seq() % SIZE);
        return seqs[slot] == frame.seq() && fingerprints[slot] == frame.fingerprint();
    }

    /** Whether another batch had this number, which proves another life. */
    boolean contradicts(Frame frame) {
        return seqs[(int) (frame.seq() % SIZE)] == frame.seq() && !has(frame);
    }

    void clear() {
        Arrays.fill(seqs, -1);
    }
}
