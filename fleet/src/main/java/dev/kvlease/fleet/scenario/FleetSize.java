package dev.kvlease.fleet.scenario;

/**
 * How large a fleet is.
 *
 * @param decodeHolders decode engines that hold blocks for the next turn
 * @param prefillHolders prefill engines that hold blocks for the first turn
 * @param readers engines that read
 * @param conversations conversations at any time
 * @param blocksPerHolder physical blocks of each holder, the null block included; at least 2
 * @param prompts system prompts shared by conversations; at least 1
 * @param promptBlocks blocks of a system prompt
 * @param maxOwnBlocks most blocks of a turn besides the prompt; at least 1
 * @param groups KV-cache groups, 1 or 2; the second is a sliding window with null blocks at its head
 */
public record FleetSize(
        int decodeHolders,
        int prefillHolders,
        int readers,
        int conversations,
        int blocksPerHolder,
        int prompts,
        int promptBlocks,
        int maxOwnBlocks,
        int groups) {
    /** Checks that there is something to simulate. */
    public FleetSize {
        if (decodeHolders + prefillHolders < 1 || readers < 1 || conversations < 0) {
            throw new IllegalArgumentException("a fleet needs a holder and a reader");
        }
        if (blocksPerHolder < 2 || prompts < 1 || promptBlocks < 0 || maxOwnBlocks < 1 || groups < 1 || groups > 2) {
            throw new IllegalArgumentException("a holder needs blocks, a prompt and one or two groups");
        }
    }

    /**
     * A fleet in usual proportions: mostly decode holders, as many readers as holders, and room for every conversation.
     *
     * @param engines holders and readers together; at least 2
     * @param conversations conversations at any time
     * @return the sizes
     */
    public static FleetSize of(int engines, int conversations) {
        int holders = Math.max(1, engines / 2);
        int prefill = holders / 4;
        int perHolder = 1 + conversations / holders;
        return new FleetSize(
                holders - prefill,
                prefill,
                Math.max(1, engines - holders),
                conversations,
                Math.max(64, perHolder * 24),
                3,
                4,
                10,
                1);
    }
}
