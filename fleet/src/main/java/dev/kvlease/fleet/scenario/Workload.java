package dev.kvlease.fleet.scenario;

/**
 * What conversations do. Shares are probabilities.
 *
 * @param meanRunNs mean time to generate a turn
 * @param meanThinkNs mean time until the next turn, or until a prefill lease is read
 * @param meanReadNs mean time of a transfer
 * @param lateShare turns that come about when their lease ends, or later
 * @param abandonShare turns after which nobody comes back
 * @param fullHitShare turns whose blocks are all in the reader's own cache
 * @param secondReadShare reads repeated by another reader with the same, single-use reference
 * @param routerShare reads that a router asks for, without a reader clock
 * @param brinkShare reads that start, and transfers that end, at the very last moment allowed
 */
public record Workload(
        long meanRunNs,
        long meanThinkNs,
        long meanReadNs,
        double lateShare,
        double abandonShare,
        double fullHitShare,
        double secondReadShare,
        double routerShare,
        double brinkShare) {
    /**
     * Conversations whose reads do not wait for the last moment.
     *
     * @param meanRunNs mean time to generate a turn
     * @param meanThinkNs mean time until the next turn
     * @param meanReadNs mean time of a transfer
     * @param lateShare turns that come about when their lease ends, or later
     * @param abandonShare turns after which nobody comes back
     * @param fullHitShare turns whose blocks are all in the reader's own cache
     * @param secondReadShare reads repeated by another reader
     * @param routerShare reads that a router asks for
     */
    public Workload(
            long meanRunNs,
            long meanThinkNs,
            long meanReadNs,
            double lateShare,
            double abandonShare,
            double fullHitShare,
            double secondReadShare,
            double routerShare) {
        this(
                meanRunNs,
                meanThinkNs,
                meanReadNs,
                lateShare,
                abandonShare,
                fullHitShare,
                secondReadShare,
                routerShare,
                0);
    }
}
