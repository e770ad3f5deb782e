package dev.kvlease.core.lease;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which leases list a block: block id to one lease, or to several in ascending order of their seq.
 *
 * <p>Ids are kept in pages of neighbours, which an allocator hands out together: an allocation of 32 blocks looks up two
 * or three pages, and where it has one alone, marks all its blocks there at once. Pages are found through an
 * open-addressing table, so that no id, however high, costs more than one page.
 */
final class BlockIndex {
    private static final int PAGE_BITS = 4;
    private static final int PAGE_BLOCKS = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_BLOCKS - 1;
    private static final int INITIAL_CAPACITY = 16;
    private static final int HASH_MULTIPLIER = 0x9E3779B9;

    private static final long FREE = -1;
    private static final int LISTED_MASK = (1 << PAGE_BLOCKS) - 1;
    /** Pages of neighbours that are looked up together stand beside each other: as many as this to the power of two. */
    private static final int NEIGHBOUR_BITS = 2;

    private static final int NEIGHBOUR_MASK = (1 << NEIGHBOUR_BITS) - 1;
    private static final Object[] NOTHING = {};

    /**
     * Of each page its number and, in the lowest bits, which of its blocks any lease lists; in a power of two slots, at most
     * half of them used, {@link #FREE} marks one that is not. What a page holds stands apart, so that to find it touches
     * numbers alone.
     */
    private long[] slots = freeSlots(INITIAL_CAPACITY);

    /**
     * Per page the only {@link Lease} that lists blocks of it, or an array of what each block has: nothing, a {@link Lease},
     * or {@link LeasesBySeq} where several list it.
     */
    private Object[] pages = new Object[INITIAL_CAPACITY];

    private int pageCount;
    /** The slot looked up last: the next block is likely to be on the same page. */
    private int latest;
    /** Entries of a page that became empty, kept because a pool that is used all round needs one again soon. */
    private Object[] spare = NOTHING;

    private static long[] freeSlots(int count) {
        long[] free = new long[count];
        Arrays.fill(free, FREE);
        return free;
    }

    /** Blocks that any lease lists; walks over the pages. */
    int size() {
        int size = 0;
        for (long slot : slots) {
            size += slot == FREE ? 0 : Long.bitCount(slot & LISTED_MASK);
        }
        return size;
    }

    void clear() {
        reset(INITIAL_CAPACITY);
        pageCount = 0;
    }

    private void reset(int capacity) {
        slots = freeSlots(capacity);
        pages = new Object[capacity];
        latest = 0;
    }

    private int home(int number) {
        int mixed = (number >>> NEIGHBOUR_BITS) * HASH_MULTIPLIER;
        int group = (mixed ^ (mixed >>> 16)) << NEIGHBOUR_BITS;
        return (group | (number & NEIGHBOUR_MASK)) & (slots.length - 1);
    }

    private boolean isAt(int slot, int number) {
        return slots[slot] >>> PAGE_BLOCKS == number;
    }

    private int numberAt(int slot) {
        return (int) (slots[slot] >>> PAGE_BLOCKS);
    }

    private int listedAt(int slot) {
        return (int) slots[slot] & LISTED_MASK;
    }

    /** The slot of a page, or the free slot where it would be. */
    private int slotOf(int number) {
        if (isAt(latest, number)) {
            return latest;
        }
        int mask = slots.length - 1;
        int slot = home(number);
        while (slots[slot] != FREE && !isAt(slot, number)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int slotForMore(int number) {
        int slot = slotOf(number);
        if (isAt(slot, number)) {
            return slot;
        }
        if (pageCount * 2 >= slots.length) {
            grow();
            slot = slotOf(number);
        }
        put(slot, (long) number << PAGE_BLOCKS, NOTHING);
        pageCount++;
        return slot;
    }

    private void put(int slot, long numberAndListed, Object page) {
        slots[slot] = numberAndListed;
        pages[slot] = page;
    }

    /** First place from one on whose block is on another page. */
    private static int endOfRun(int[] ids, int from) {
        int number = ids[from] >>> PAGE_BITS;
        int place = from + 1;
        while (place < ids.length && ids[place] >>> PAGE_BITS == number) {
            place++;
        }
        return place;
    }

    /** A bit for each block of a run; block 0 does not count. */
    private static int blocksOfRun(int[] ids, int from, int end) {
        int blocks = 0;
        for (int place = from; place < end; place++) {
            blocks |= ids[place] == 0 ? 0 : 1 << (ids[place] & PAGE_MASK);
        }
        return blocks;
    }

    /** Learns of a block that others list too. */
    interface Others {
        /**
         * A block was added that others list.
         *
         * @param place where it stands in the lease's list
         * @param others what the block had before: a lease, or several by seq
         */
        void found(int place, Object others);
    }

    /** Adds a lease to what each of its blocks has; block 0 does not count. */
    void add(int[] ids, Lease lease, Others others) {
        int end;
        for (int from = 0; from < ids.length; from = end) {
            end = endOfRun(ids, from);
            int blocks = blocksOfRun(ids, from, end);
            if (blocks == 0) {
                continue;
            }
            int slot = slotForMore(ids[from] >>> PAGE_BITS);
            latest = slot;
            if (pages[slot] == NOTHING || pages[slot] == lease) {
                pages[slot] = lease;
                slots[slot] |= blocks;
            } else {
                addEach(ids, from, end, lease, others);
            }
        }
    }

    private void addEach(int[] ids, int from, int end, Lease lease, Others others) {
        Object[] entries = pages[latest] instanceof Lease only ? giveEach(only) : (Object[]) pages[latest];
        for (int place = from; place < end; place++) {
            int id = ids[place];
            Object entry = entries[id & PAGE_MASK];
            if (entry == lease || id == 0) {
                continue;
            }
            if (entry == null) {
                entries[id & PAGE_MASK] = lease;
                slots[latest] |= 1L << (id & PAGE_MASK);
                continue;
            }
            if (entry instanceof Lease other) {
                entries[id & PAGE_MASK] = new LeasesBySeq(other, lease);
            } else {
                ((LeasesBySeq) entry).add(lease);
            }
            others.found(place, entry);
        }
    }

    /** Another lease comes to the page looked up last: each block has an entry of its own from now on. */
    private Object[] giveEach(Lease only) {
        Object[] entries = spare.length > 0 ? spare : new Object[PAGE_BLOCKS];
        spare = NOTHING;
        for (int blocks = listedAt(latest); blocks != 0; blocks &= blocks - 1) {
            entries[Integer.numberOfTrailingZeros(blocks)] = only;
        }
        pages[latest] = entries;
        return entries;
    }

    /** Takes a lease away from each of its blocks. */
    void remove(int[] ids, Lease lease) {
        int end;
        for (int from = 0; from < ids.length; from = end) {
            end = endOfRun(ids, from);
            int number = ids[from] >>> PAGE_BITS;
            int slot = slotOf(number);
            if (isAt(slot, number)) {
                latest = slot;
                removeFromLatest(blocksOfRun(ids, from, end), lease);
            }
        }
    }

    private void removeFromLatest(int blocks, Lease lease) {
        Object page = pages[latest];
        if (page == lease) {
            slots[latest] &= ~(long) blocks;
        } else if (page instanceof Object[] entries) {
            for (int left = blocks; left != 0; left &= left - 1) {
                removeFrom(entries, Integer.numberOfTrailingZeros(left), lease);
            }
        }
        if (listedAt(latest) == 0) {
            spare = page instanceof Object[] entries ? entries : spare;
            free(latest);
        }
    }

    private void removeFrom(Object[] entries, int at, Lease lease) {
        Object entry = entries[at];
        if (entry instanceof LeasesBySeq several) {
            several.remove(lease);
            entries[at] = several.size() == 1 ? several.first() : several;
        }
        boolean over = entry == lease || (entry instanceof LeasesBySeq several && several.size() == 0);
        if (over) {
            entries[at] = null;
            slots[latest] &= ~(1L << at);
        }
    }

    /** Calls back for every lease below {@code seq} among what {@link #add} found. */
    static void forEachBelow(Object found, long seq, Consumer<Lease> action) {
        if (found instanceof Lease only) {
            if (only.seq() < seq) {
                action.accept(only);
            }
        } else {
            ((LeasesBySeq) found).forEachBelow(seq, action);
        }
    }

    /** Calls back for every lease above {@code seq} among what {@link #add} found, in ascending order. */
    static void forEachAbove(Object found, long seq, Consumer<Lease> action) {
        if (found instanceof Lease only) {
            if (only.seq() > seq) {
                action.accept(only);
            }
        } else {
            ((LeasesBySeq) found).forEachAbove(seq, action);
        }
    }

    /** What a block has. */
    Optional<Object> find(int id) {
        int number = id >>> PAGE_BITS;
        int slot = slotOf(number);
        boolean isListed = isAt(slot, number) && (listedAt(slot) & (1 << (id & PAGE_MASK))) != 0;
        if (!isListed) {
            return Optional.empty();
        }
        return Optional.of(pages[slot] instanceof Object[] entries ? entries[id & PAGE_MASK] : pages[slot]);
    }

    /** Takes an empty page out and moves back what had been displaced over its slot. */
    private void free(int slot) {
        int mask = slots.length - 1;
        int hole = slot;
        int next = (hole + 1) & mask;
        while (slots[next] != FREE) {
            int wanted = home(numberAt(next));
            boolean stays = ((next - wanted) & mask) < ((next - hole) & mask);
            if (!stays) {
                put(hole, slots[next], pages[next]);
                hole = next;
            }
            next = (next + 1) & mask;
        }
        put(hole, FREE, NOTHING);
        pageCount--;
    }

    private void grow() {
        long[] oldSlots = slots;
        Object[] oldPages = pages;
        reset(2 * oldSlots.length);
        for (int slot = 0; slot < oldSlots.length; slot++) {
            if (oldSlots[slot] != FREE) {
                put(slotOf((int) (oldSlots[slot] >>> PAGE_BLOCKS)), oldSlots[slot], oldPages[slot]);
            }
        }
    }
}
