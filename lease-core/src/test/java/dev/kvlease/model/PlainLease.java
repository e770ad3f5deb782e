package dev.kvlease.model;

/**
 * A lease as the remembered set of records shows it now; what is absent is null.
 *
 * @param allocation its allocation
 * @param expiryNs its expiry with the extensions that count, null without a deadline
 * @param explicitEnd its release or expiry event
 * @param next the request's next allocation, which replaces it
 * @param gap whether it was ended by a lost event
 * @param reuse the allocation that shows that a block was given away
 */
record PlainLease(
        PlainRecord.Event allocation,
        Long expiryNs,
        PlainRecord.Event explicitEnd,
        PlainRecord.Event next,
        boolean gap,
        PlainRecord.Event reuse) {

    String request() {
        return allocation.request();
    }

    long seq() {
        return allocation.seq();
    }

    /** Why it has ended, or null. */
    String endReason() {
        if (reuse != null) {
            return "BLOCKS_REUSED";
        }
        if (explicitEnd != null) {
            return explicitEnd.is("BLOCKS_RELEASED") ? "RELEASED" : "LEASE_EXPIRED";
        }
        if (gap) {
            return "EVENT_GAP";
        }
        return next != null ? "REPLACED" : null;
    }

    /** Seq of the explicit end or of the replacement. */
    Long endSeq() {
        if (explicitEnd != null) {
            return explicitEnd.seq();
        }
        return next != null ? next.seq() : null;
    }

    boolean has(int block) {
        return allocation.blocks().stream().anyMatch(group -> group.contains(block));
    }
}
