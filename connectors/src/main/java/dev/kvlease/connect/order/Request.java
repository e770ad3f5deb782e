package dev.kvlease.connect.order;

/** A request to the replay socket that is not answered to its end yet. */
final class Request {
    private final long from;
    private final boolean anchored;
    private final long highestWaiting;
    private long heardNs;
    private boolean fronted;

    Request(long from, boolean anchored, long highestWaiting, long nowNs) {
        this.from = from;
        this.anchored = anchored;
        this.highestWaiting = highestWaiting;
        this.heardNs = nowNs;
    }

    long from() {
        return from;
    }

    /** Whether it begins with the last batch handed on, to see whether the publisher's life is still the same. */
    boolean anchored() {
        return anchored;
    }

    /** Whether it is still open whose answer this will be. */
    boolean inDoubt() {
        return anchored && !fronted;
    }

    boolean fronted() {
        return fronted;
    }

    void front() {
        fronted = true;
    }

    /** Whether a batch waited already when this was sent, so that the answer covers all before it. */
    boolean covers(long seq) {
        return seq <= highestWaiting;
    }

    void heard(long nowNs) {
        heardNs = nowNs;
    }

    long silentNs(long nowNs) {
        return nowNs - heardNs;
    }
}
