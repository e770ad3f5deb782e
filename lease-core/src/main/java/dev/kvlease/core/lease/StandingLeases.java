package dev.kvlease.core.lease;

import java.util.Optional;

/**
 * The leases that have not ended, linked in ascending order of their allocation seq: a new one is almost always the
 * last, any one is taken out at once, and a lost event ends them from the first on.
 */
final class StandingLeases {
    /** Before the first and behind the last. */
    private final Lease ends = new Lease(RequestLeases.none(), -1, 0, 0, 0, Blocks.NONE);

    private int size;

    StandingLeases() {
        clear();
    }

    void clear() {
        ends.link(ends, ends);
        size = 0;
    }

    void add(Lease lease) {
        Lease before = ends.linkBefore();
        while (before != ends && before.seq() > lease.seq()) {
            before = before.linkBefore();
        }
        Lease after = before.linkAfter();
        lease.link(before, after);
        before.link(before.linkBefore(), lease);
        after.link(lease, after.linkAfter());
        size++;
    }

    /**
     * Takes a lease out.
     *
     * @return false if it did not stand
     */
    boolean remove(Lease lease) {
        if (!lease.isLinked()) {
            return false;
        }
        Lease before = lease.linkBefore();
        Lease after = lease.linkAfter();
        before.link(before.linkBefore(), after);
        after.link(before, after.linkAfter());
        lease.unlink();
        size--;
        return true;
    }

    int size() {
        return size;
    }

    /** The lowest lease, if it is below a seq. */
    Optional<Lease> firstBelow(long seq) {
        Lease first = ends.linkAfter();
        return first != ends && first.seq() < seq ? Optional.of(first) : Optional.empty();
    }
}
