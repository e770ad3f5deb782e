package dev.kvlease.fleet.record;

/**
 * A holder's lease event. Numbers not carried are {@link FleetRecord#ABSENT}, texts not carried are empty; block ids
 * are carried by {@link LeaseEventKind#BLOCKS_ALLOCATED} only.
 *
 * @param kind what it says
 * @param holder the holder's engine id
 * @param life the holder's incarnation
 * @param seq its number among the events of this life, without holes
 * @param clockNs the holder's clock
 * @param requestId the request it is about, or empty
 * @param blockIds block ids per KV-cache group
 * @param sharedPrefixBlocks leading blocks per group that others hold at this moment; only with block ids
 * @param expiryNs the deadline, holder clock, or absent
 * @param maxReads how many reads the lease is for, or absent
 * @param numTokens tokens held, or absent
 * @param numBlocks physical blocks of the engine, or absent
 * @param role the holder's side
 * @param reason why blocks were released, or empty
 */
public record LeaseEventRecord(
        LeaseEventKind kind,
        String holder,
        String life,
        long seq,
        long clockNs,
        String requestId,
        int[][] blockIds,
        int[] sharedPrefixBlocks,
        long expiryNs,
        long maxReads,
        long numTokens,
        long numBlocks,
        HolderRole role,
        String reason)
        implements FleetRecord {}
