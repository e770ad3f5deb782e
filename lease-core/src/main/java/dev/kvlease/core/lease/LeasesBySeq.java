package dev.kvlease.core.lease;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Leases that list the same block, in ascending order of their seq. A prompt that many requests begin with makes them
 * many; as they mostly come in order, an array does it. Once they are more than a few their seqs stand apart, so that a
 * lease is found without touching the others.
 */
final class LeasesBySeq {
    /** Up to this many a search through all of them beats looking at their seqs alone. */
    private static final int FEW = 8;

    private static final long[] NOT_APART = {};

    private Lease[] leases;
    /** As long as the leases, or empty while they are few. */
    private long[] seqs = NOT_APART;

    private int size;

    LeasesBySeq(Lease one, Lease other) {
        leases = new Lease[2];
        leases[0] = one;
        size = 1;
        add(other);
    }

    int size() {
        return size;
    }

    Lease first() {
        return leases[0];
    }

    /** Adds a lease, in place of one of the same seq. */
    void add(Lease lease) {
        int at = firstFrom(lease.seq());
        if (at < size && leases[at].seq() == lease.seq()) {
            leases[at] = lease;
            return;
        }
        if (size == leases.length) {
            grow();
        }
        System.arraycopy(leases, at, leases, at + 1, size - at);
        leases[at] = lease;
        if (areApart()) {
            System.arraycopy(seqs, at, seqs, at + 1, size - at);
            seqs[at] = lease.seq();
        }
        size++;
    }

    private boolean areApart() {
        return seqs.length > 0;
    }

    private void grow() {
        leases = Arrays.copyOf(leases, 2 * size);
        if (leases.length <= FEW) {
            return;
        }
        seqs = new long[leases.length];
        for (int i = 0; i < size; i++) {
            seqs[i] = leases[i].seq();
        }
    }

    /** Takes a lease out, if it is among them. */
    void remove(Lease lease) {
        int at = firstFrom(lease.seq());
        if (at == size || leases[at] != lease) {
            return;
        }
        size--;
        System.arraycopy(leases, at + 1, leases, at, size - at);
        if (areApart()) {
            System.arraycopy(seqs, at + 1, seqs, at, size - at);
        }
        leases[size] = null;
    }

    void forEachBelow(long seq, Consumer<Lease> action) {
        int end = firstFrom(seq);
        for (int i = 0; i < end; i++) {
            action.accept(leases[i]);
        }
    }

    void forEachAbove(long seq, Consumer<Lease> action) {
        int from = firstFrom(seq);
        for (int i = from < size && leases[from].seq() == seq ? from + 1 : from; i < size; i++) {
            action.accept(leases[i]);
        }
    }

    /** Index of the first lease whose seq is not below the given one. */
    private int firstFrom(long seq) {
        if (!areApart()) {
            int at = size;
            while (at > 0 && leases[at - 1].seq() >= seq) {
                at--;
            }
            return at;
        }
        if (size == 0 || seqs[size - 1] < seq) {
            return size;
        }
        int found = Arrays.binarySearch(seqs, 0, size, seq);
        return found < 0 ? -found - 1 : found;
    }
}
