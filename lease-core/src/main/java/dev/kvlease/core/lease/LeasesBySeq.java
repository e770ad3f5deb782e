package dev.kvlease.core.lease;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Leases that list the same block, in ascending order of their seq. A prompt that many requests begin with makes them
 * many; as they mostly come in order, an array does it. Their seqs stand apart, so that a lease is found without touching
 * the others.
 */
final class LeasesBySeq {
    private static final int INITIAL_CAPACITY = 4;

    private Lease[] leases;
    private long[] seqs;
    private int size;

    LeasesBySeq(Lease one, Lease other) {
        leases = new Lease[INITIAL_CAPACITY];
        seqs = new long[INITIAL_CAPACITY];
        add(one);
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
        if (at < size && seqs[at] == lease.seq()) {
            leases[at] = lease;
            return;
        }
        if (size == leases.length) {
            leases = Arrays.copyOf(leases, 2 * size);
            seqs = Arrays.copyOf(seqs, 2 * size);
        }
        System.arraycopy(leases, at, leases, at + 1, size - at);
        System.arraycopy(seqs, at, seqs, at + 1, size - at);
        leases[at] = lease;
        seqs[at] = lease.seq();
        size++;
    }

    /** Takes a lease out, if it is among them. */
    void remove(Lease lease) {
        int at = firstFrom(lease.seq());
        if (at == size || leases[at] != lease) {
            return;
        }
        size--;
        System.arraycopy(leases, at + 1, leases, at, size - at);
        System.arraycopy(seqs, at + 1, seqs, at, size - at);
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
        for (int i = from < size && seqs[from] == seq ? from + 1 : from; i < size; i++) {
            action.accept(leases[i]);
        }
    }

    /** Index of the first lease whose seq is not below the given one. */
    private int firstFrom(long seq) {
        if (size == 0 || seqs[size - 1] < seq) {
            return size;
        }
        int found = Arrays.binarySearch(seqs, 0, size, seq);
        return found < 0 ? -found - 1 : found;
    }
}
