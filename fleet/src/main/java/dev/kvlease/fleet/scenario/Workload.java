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
 */
public record Workload(
        long meanRunNs,
        long meanThinkNs,
        long meanReadNs,
        double lateShare,
        double abandonShare,
        double fullHitShare,
        double secondReadShare,
        double routerShare) {}
