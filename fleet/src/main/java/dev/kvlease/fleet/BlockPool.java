package dev.kvlease.fleet;

import java.util.Arrays;

/**
 * The physical blocks of one life of a holder: ids 1 to n-1, and the null block 0 that nobody owns. The free list gives
 * back what was freed last, so that a freed block is overwritten as soon as anything is allocated.
 */
final class BlockPool {
    private static final int NOBODY = 0;

    private final int[] next;
    private final int[] previous;
    private final int[] holders;
    private final long[] filledAt;
    private final int[][] promptBlocks;
    private final long[][] promptFills;
    private int free;
    private long fills;

    /** All free, with {@code prompts} prompts of {@code promptLength} blocks that nobody has computed yet. */
    BlockPool(int blocks, int prompts, int promptLength) {
        next = new int[blocks];
        previous = new int[blocks];
        holders = new int[blocks];
        filledAt = new long[blocks];
        promptBlocks = new int[prompts][promptLength];
        promptFills = new long[prompts][promptLength];
        for (int id = blocks - 1; id > 0; id--) {
            pushFree(id);
        }
    }

    /** How many times a block has been given to somebody new; blocks held now were all filled by this count. */
    long fills() {
        return fills;
    }

    /**
     * Takes the blocks of a prompt, from the cache where they still are, and fresh ones.
     *
     * @return the ids, the prompt's first, or none at all if there is no room
     */
    int[] take(int prompt, int own) {
        int[] shared = promptBlocks[prompt];
        if (free < shared.length + own) {
            return new int[0];
        }
        int[] ids = new int[shared.length + own];
        for (int i = 0; i < shared.length; i++) {
            if (cached(prompt, i)) {
                hold(shared[i]);
            }
        }
        for (int i = 0; i < shared.length; i++) {
            if (!cached(prompt, i)) {
                shared[i] = fill();
                promptFills[prompt][i] = filledAt[shared[i]];
            }
            ids[i] = shared[i];
        }
        for (int i = shared.length; i < ids.length; i++) {
            ids[i] = fill();
        }
        return ids;
    }

    /** Takes fresh blocks; there must be room. */
    int[] takeFresh(int count) {
        int[] ids = new int[count];
        Arrays.setAll(ids, i -> fill());
        return ids;
    }

    int free() {
        return free;
    }

    void release(int[] ids) {
        for (int id : ids) {
            if (id != NOBODY && --holders[id] == 0) {
                pushFree(id);
            }
        }
    }

    /** Number of leading blocks that somebody else holds too. */
    int sharedPrefix(int[] ids) {
        int shared = 0;
        while (shared < ids.length && holders[ids[shared]] > 1) {
            shared++;
        }
        return shared;
    }

    /** Tells whether any of the blocks has been given to somebody new since {@link #fills} was {@code since}. */
    boolean refilled(int[][] groups, long since) {
        for (int[] ids : groups) {
            for (int id : ids) {
                if (filledAt[id] > since) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean cached(int prompt, int i) {
        long fill = promptFills[prompt][i];
        return fill > 0 && filledAt[promptBlocks[prompt][i]] == fill;
    }

    private void hold(int id) {
        if (holders[id]++ == 0) {
            removeFree(id);
        }
    }

    private int fill() {
        int id = next[NOBODY];
        hold(id);
        filledAt[id] = ++fills;
        return id;
    }

    private void pushFree(int id) {
        int head = next[NOBODY];
        next[id] = head;
        previous[id] = NOBODY;
        previous[head] = id;
        next[NOBODY] = id;
        free++;
    }

    private void removeFree(int id) {
        next[previous[id]] = next[id];
        previous[next[id]] = previous[id];
        free--;
    }
}
