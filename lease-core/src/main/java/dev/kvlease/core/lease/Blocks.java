package dev.kvlease.core.lease;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Arrays;

/**
 * The blocks of one allocation, all KV-cache groups in one array.
 *
 * <p>Block id 0 is the engine's null block and never counts.
 */
public final class Blocks {
    /** No blocks. */
    public static final Blocks NONE = new Blocks(new int[0], new int[0], new int[0]);

    private static final int[] NO_INTS = {};

    /** Up to this many ids a linear search beats sorting. */
    private static final int LINEAR_SEARCH_MAX = 64;

    /** Visits blocks. */
    @FunctionalInterface
    interface BlockVisitor {
        void visit(int id, boolean exclusive);
    }

    private final int[] ids;
    private final int[] groupEnds;
    private final int[] sharedPrefix;
    /** The ids in ascending order, made when a reader first asks for blocks in other places than they are listed. */
    private int[] sorted = NO_INTS;

    private Blocks(int[] ids, int[] groupEnds, int[] sharedPrefix) {
        this.ids = ids;
        this.groupEnds = groupEnds;
        this.sharedPrefix = sharedPrefix;
    }

    static Blocks of(int[][] groups, int[] sharedPrefix) {
        int[] ends = new int[groups.length];
        int total = 0;
        for (int g = 0; g < groups.length; g++) {
            total += groups[g].length;
            ends[g] = total;
        }
        int[] ids = groups.length == 1 ? groups[0] : joined(groups, total);
        int sharing = Math.min(sharedPrefix.length, groups.length);
        int[] shared = sharing == 0 ? NO_INTS : new int[sharing];
        for (int g = 0; g < shared.length; g++) {
            shared[g] = Math.min(sharedPrefix[g], groups[g].length);
        }
        return new Blocks(ids, ends, shared);
    }

    private static int[] joined(int[][] groups, int total) {
        int[] ids = new int[total];
        int at = 0;
        for (int[] group : groups) {
            System.arraycopy(group, 0, ids, at, group.length);
            at += group.length;
        }
        return ids;
    }

    /** All ids, the groups one after the other, block 0 among them; not to be changed. */
    int[] ids() {
        return ids;
    }

    /** Whether the block at a place is listed as exclusive. */
    boolean isExclusive(int place) {
        int start = 0;
        int group = 0;
        while (place >= groupEnds[group]) {
            start = groupEnds[group];
            group++;
        }
        return place >= exclusiveFrom(group, start);
    }

    /** Calls back for every block, telling whether it is listed as exclusive: behind its group's shared prefix. */
    void forEachBlock(BlockVisitor visitor) {
        int at = 0;
        for (int g = 0; g < groupEnds.length; g++) {
            int exclusiveFrom = exclusiveFrom(g, at);
            for (; at < groupEnds[g]; at++) {
                if (ids[at] != 0) {
                    visitor.visit(ids[at], at >= exclusiveFrom);
                }
            }
        }
    }

    /** First exclusive place of a group; of a group without a stated prefix nothing is inferred. */
    private int exclusiveFrom(int group, int groupStart) {
        return group < sharedPrefix.length ? groupStart + sharedPrefix[group] : groupEnds[group];
    }

    boolean listsAsExclusive(int id) {
        int start = 0;
        for (int g = 0; g < groupEnds.length; g++) {
            for (int i = exclusiveFrom(g, start); i < groupEnds[g]; i++) {
                if (ids[i] == id) {
                    return true;
                }
            }
            start = groupEnds[g];
        }
        return false;
    }

    /**
     * Tells whether every listed block is one of these (V9).
     *
     * @param groups block ids per group; 0 never counts
     * @return false if one is not
     */
    public boolean containAll(int[][] groups) {
        if (groups.length == 1 && Arrays.equals(groups[0], ids)) {
            return true;
        }
        int place = 0;
        for (int[] group : groups) {
            for (int id : group) {
                boolean samePlace = place < ids.length && ids[place] == id;
                place++;
                if (id != 0 && !samePlace && !contains(id)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean contains(int id) {
        if (ids.length <= LINEAR_SEARCH_MAX) {
            return linearSearch(id);
        }
        if (sorted.length == 0) {
            sorted = ids.clone();
            Arrays.sort(sorted);
        }
        return Arrays.binarySearch(sorted, id) >= 0;
    }

    private boolean linearSearch(int id) {
        for (int own : ids) {
            if (own == id) {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes the blocks: ids as differences, because an allocator hands out neighbours.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        out.putLong(ids.length);
        int before = 0;
        for (int id : ids) {
            out.putLong((long) id - before);
            before = id;
        }
        writeInts(groupEnds, out);
        writeInts(sharedPrefix, out);
    }

    private static void writeInts(int[] numbers, StateWriter out) {
        out.putLong(numbers.length);
        for (int number : numbers) {
            out.putLong(number);
        }
    }

    static Blocks read(StateReader in) {
        int[] ids = new int[in.getCount()];
        long before = 0;
        for (int i = 0; i < ids.length; i++) {
            before += in.getLong();
            ids[i] = (int) before;
        }
        return new Blocks(ids, readInts(in), readInts(in));
    }

    private static int[] readInts(StateReader in) {
        int count = in.getCount();
        int[] numbers = count == 0 ? NO_INTS : new int[count];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (int) in.getLong();
        }
        return numbers;
    }
}
