package dev.kvlease.fleet;

import java.util.Arrays;

/** Tasks by virtual time, those of equal time in the order scheduled: a binary heap without an object per entry. */
final class EventQueue {
    private long[] at = new long[256];
    private long[] order = new long[256];
    private Runnable[] tasks = new Runnable[256];
    private int size;
    private long nextOrder;

    void schedule(long atNs, Runnable task) {
        if (size == at.length) {
            at = Arrays.copyOf(at, size * 2);
            order = Arrays.copyOf(order, size * 2);
            tasks = Arrays.copyOf(tasks, size * 2);
        }
        long thisOrder = nextOrder++;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (at[parent] <= atNs) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, atNs, thisOrder, task);
    }

    /** Time of the next task, or {@link Long#MAX_VALUE} if there is none. */
    long nextAtNs() {
        return size == 0 ? Long.MAX_VALUE : at[0];
    }

    /** Takes the next task; there must be one. */
    Runnable take() {
        Runnable next = tasks[0];
        size--;
        sink(at[size], order[size], tasks[size]);
        tasks[size] = null;
        return next;
    }

    boolean isEmpty() {
        return size == 0;
    }

    private void sink(long atNs, long itsOrder, Runnable task) {
        int hole = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && before(at[child + 1], order[child + 1], at[child], order[child])) {
                child++;
            }
            if (!before(at[child], order[child], atNs, itsOrder)) {
                break;
            }
            move(child, hole);
            hole = child;
            child = 2 * hole + 1;
        }
        if (size > 0) {
            put(hole, atNs, itsOrder, task);
        }
    }

    private static boolean before(long atA, long orderA, long atB, long orderB) {
        return atA < atB || (atA == atB && orderA < orderB);
    }

    private void move(int from, int to) {
        put(to, at[from], order[from], tasks[from]);
    }

    private void put(int slot, long atNs, long itsOrder, Runnable task) {
        at[slot] = atNs;
        order[slot] = itsOrder;
        tasks[slot] = task;
    }
}
