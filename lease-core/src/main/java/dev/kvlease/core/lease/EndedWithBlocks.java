package dev.kvlease.core.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** Ended leases whose blocks still matter, because an event that is missing may have to do with them. */
final class EndedWithBlocks {
    /**
     * An ended lease whose blocks still matter.
     *
     * @param completeBelowSeq the seq below which nothing may be missing before they stop to: a lower allocation could
     *     still come that it took blocks from, or an allocation below its end that took blocks from it
     * @param lease the lease
     */
    private record Drop(long completeBelowSeq, Lease lease) {}

    private final List<Lease> fresh = new ArrayList<>();
    private PriorityQueue<Drop> waiting = newQueue();

    private static PriorityQueue<Drop> newQueue() {
        return new PriorityQueue<>(Comparator.comparingLong(Drop::completeBelowSeq));
    }

    /** A lease has ended just now. */
    void add(Lease lease) {
        fresh.add(lease);
    }

    /** Takes out the leases whose blocks do not matter any more, now that nothing below a seq is missing. */
    void takeComplete(long lowestMissing, Consumer<Lease> complete) {
        for (Lease lease : fresh) {
            long completeBelowSeq = completeBelowSeq(lease);
            if (completeBelowSeq <= lowestMissing) {
                complete.accept(lease);
            } else {
                waiting.add(new Drop(completeBelowSeq, lease));
            }
        }
        fresh.clear();
        while (!waiting.isEmpty() && waiting.peek().completeBelowSeq() <= lowestMissing) {
            complete.accept(waiting.poll().lease());
        }
    }

    private static long completeBelowSeq(Lease lease) {
        boolean cannotBeTakenFrom = lease.isGap() || lease.isReused();
        return cannotBeTakenFrom ? lease.seq() : Math.max(lease.seq(), lease.endSeq());
    }

    boolean isEmpty() {
        return fresh.isEmpty() && waiting.isEmpty();
    }

    void clear() {
        fresh.clear();
        waiting = newQueue();
    }
}
