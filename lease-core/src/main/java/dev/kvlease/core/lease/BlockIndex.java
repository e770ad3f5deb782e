package dev.kvlease.core.lease;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which leases list a block: block id to one lease, or to several in ascending order of their seq.
 *
 * <p>Ids are kept in pages of neighbours, which an allocator hands out together: an allocation of 32 blocks, which costs
 * 32 insertions and as many removals, looks up two or three pages. Pages are found through an open-addressing table, so
 * that no id, however high, costs more than one page.
 */
final class BlockIndex {
    private static final int PAGE_BITS = 4;
    private static final int PAGE_BLOCKS = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_BLOCKS - 1;
    private static final int INITIAL_CAPACITY = 16;
    private static final int HASH_MULTIPLIER = 0x9E3779B9;

    private static final int NO_PAGE = -1;
    private static final Object[] NOTHING = {};

    /**
     * The numbers of the pages, in a power of two slots, at most half of them used; {@link #NO_PAGE} marks a free one. What
     * a page holds stands apart, so that to find it touches numbers alone.
     */
    private int[] numbers = freeSlots(INITIAL_CAPACITY);

    /** Per page and block a {@link Lease}, or {@link LeasesBySeq} where several list it; null for none. */
    private Object[][] pages = new Object[INITIAL_CAPACITY][];

    /** How many blocks of the page are listed. */
    private byte[] used = new byte[INITIAL_CAPACITY];

    private int pageCount;
    /** The slot looked up last: the next block is likely to be on the same page. */
    private int latest;
    /** A page that became empty, kept because a pool that is used all round needs one again soon. */
    private Object[] spare = NOTHING;

    private static int[] freeSlots(int count) {
        int[] free = new int[count];
        Arrays.fill(free, NO_PAGE);
        return free;
    }

    /** Blocks that any lease lists; walks over the pages. */
    int size() {
        int size = 0;
        for (byte count : used) {
            size += count;
        }
        return size;
    }

    void clear() {
        reset(INITIAL_CAPACITY);
        pageCount = 0;
    }

    private void reset(int capacity) {
        numbers = freeSlots(capacity);
        pages = new Object[capacity][];
        used = new byte[capacity];
        latest = 0;
    }

    private int home(int number) {
        int mixed = number * HASH_MULTIPLIER;
        return (mixed ^ (mixed >>> 16)) & (numbers.length - 1);
    }

    /** The slot of a page, or the free slot where it would be. */
    private int slotOf(int number) {
        if (numbers[latest] == number) {
            return latest;
        }
        int mask = numbers.length - 1;
        int slot = home(number);
        while (numbers[slot] != NO_PAGE && numbers[slot] != number) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int slotForMore(int number) {
        int slot = slotOf(number);
        if (numbers[slot] == number) {
            return slot;
        }
        if (pageCount * 2 >= numbers.length) {
            grow();
            slot = slotOf(number);
        }
        put(slot, number, spare.length > 0 ? spare : new Object[PAGE_BLOCKS], 0);
        spare = NOTHING;
        pageCount++;
        return slot;
    }

    private void put(int slot, int number, Object[] page, int count) {
        numbers[slot] = number;
        pages[slot] = page;
        used[slot] = (byte) count;
    }

    /**
     * Adds a lease to a block's.
     *
     * @return what the block had before: nothing, a lease, or several by seq
     */
    Optional<Object> add(int id, Lease lease) {
        int slot = slotForMore(id >>> PAGE_BITS);
        latest = slot;
        Object[] page = pages[slot];
        Object entry = page[id & PAGE_MASK];
        if (entry == null) {
            page[id & PAGE_MASK] = lease;
            used[slot]++;
            return Optional.empty();
        }
        if (entry == lease) {
            return Optional.empty();
        }
        if (entry instanceof Lease other) {
            page[id & PAGE_MASK] = new LeasesBySeq(other, lease);
        } else {
            ((LeasesBySeq) entry).add(lease);
        }
        return Optional.of(entry);
    }

    void remove(int id, Lease lease) {
        int number = id >>> PAGE_BITS;
        int slot = slotOf(number);
        if (numbers[slot] != number) {
            return;
        }
        latest = slot;
        Object[] page = pages[slot];
        Object entry = page[id & PAGE_MASK];
        if (entry == lease) {
            page[id & PAGE_MASK] = null;
            used[slot]--;
            if (used[slot] == 0) {
                spare = page;
                free(slot);
            }
        } else if (entry instanceof LeasesBySeq several) {
            several.remove(lease);
            if (several.size() == 1) {
                page[id & PAGE_MASK] = several.first();
            }
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
        return numbers[slot] == number ? Optional.ofNullable(pages[slot][id & PAGE_MASK]) : Optional.empty();
    }

    /** Takes an empty page out and moves back what had been displaced over its slot. */
    private void free(int slot) {
        int mask = numbers.length - 1;
        int hole = slot;
        int next = (hole + 1) & mask;
        while (numbers[next] != NO_PAGE) {
            int wanted = home(numbers[next]);
            boolean stays = ((next - wanted) & mask) < ((next - hole) & mask);
            if (!stays) {
                put(hole, numbers[next], pages[next], used[next]);
                hole = next;
            }
            next = (next + 1) & mask;
        }
        put(hole, NO_PAGE, NOTHING, 0);
        pageCount--;
    }

    private void grow() {
        int[] oldNumbers = numbers;
        Object[][] oldPages = pages;
        byte[] oldUsed = used;
        reset(2 * oldNumbers.length);
        for (int slot = 0; slot < oldNumbers.length; slot++) {
            if (oldNumbers[slot] != NO_PAGE) {
                put(slotOf(oldNumbers[slot]), oldNumbers[slot], oldPages[slot], oldUsed[slot]);
            }
        }
    }
}
