package dev.kvlease.core.lease;

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

    /** The blocks whose ids differ in their lowest bits only. */
    private static final class Page {
        private int number;
        private int used;
        /** Per block a {@link Lease}, or {@link LeasesBySeq} where several list it; null for none. */
        private final Object[] entries = new Object[PAGE_BLOCKS];

        private Page(int number) {
            this.number = number;
        }
    }

    /** A power of two slots, at most half of them used; null marks a free one. */
    private Page[] pages = new Page[INITIAL_CAPACITY];

    private int pageCount;
    /** The page looked up last: the next block is likely to be on it. */
    private Page latest = new Page(-1);
    /** A page that became empty, kept because a pool that is used all round needs one again soon. */
    private Page spare = new Page(-1);

    /** Blocks that any lease lists; walks over the pages. */
    int size() {
        int size = 0;
        for (Page page : pages) {
            size += page == null ? 0 : page.used;
        }
        return size;
    }

    void clear() {
        pages = new Page[INITIAL_CAPACITY];
        pageCount = 0;
        latest = new Page(-1);
    }

    private int home(int number) {
        int mixed = number * HASH_MULTIPLIER;
        return (mixed ^ (mixed >>> 16)) & (pages.length - 1);
    }

    /** The slot of a page, or the free slot where it would be. */
    private int slotOf(int number) {
        int mask = pages.length - 1;
        int slot = home(number);
        while (pages[slot] != null && pages[slot].number != number) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private Optional<Page> page(int id) {
        int number = id >>> PAGE_BITS;
        if (latest.number == number) {
            return Optional.of(latest);
        }
        Page found = pages[slotOf(number)];
        if (found == null) {
            return Optional.empty();
        }
        latest = found;
        return Optional.of(found);
    }

    private Page addPage(int number) {
        if (pageCount * 2 >= pages.length) {
            grow();
        }
        Page added = spare.number < 0 ? spare : new Page(number);
        spare = added;
        added.number = number;
        pages[slotOf(number)] = added;
        pageCount++;
        latest = added;
        return added;
    }

    /**
     * Adds a lease to a block's.
     *
     * @return what the block had before: nothing, a lease, or several by seq
     */
    Optional<Object> add(int id, Lease lease) {
        Optional<Page> known = page(id);
        Page page = known.isPresent() ? known.get() : addPage(id >>> PAGE_BITS);
        Object entry = page.entries[id & PAGE_MASK];
        if (entry == null) {
            page.entries[id & PAGE_MASK] = lease;
            page.used++;
            return Optional.empty();
        }
        if (entry == lease) {
            return Optional.empty();
        }
        if (entry instanceof Lease other) {
            page.entries[id & PAGE_MASK] = new LeasesBySeq(other, lease);
        } else {
            ((LeasesBySeq) entry).add(lease);
        }
        return Optional.of(entry);
    }

    void remove(int id, Lease lease) {
        Optional<Page> known = page(id);
        if (known.isEmpty()) {
            return;
        }
        Page page = known.get();
        Object entry = page.entries[id & PAGE_MASK];
        if (entry == lease) {
            page.entries[id & PAGE_MASK] = null;
            page.used--;
            if (page.used == 0) {
                free(page);
            }
        } else if (entry instanceof LeasesBySeq several) {
            several.remove(lease);
            if (several.size() == 1) {
                page.entries[id & PAGE_MASK] = several.first();
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
        Optional<Page> known = page(id);
        return known.isPresent() ? Optional.ofNullable(known.get().entries[id & PAGE_MASK]) : Optional.empty();
    }

    /** Takes an empty page out and moves back what had been displaced over its slot. */
    private void free(Page page) {
        int mask = pages.length - 1;
        int hole = slotOf(page.number);
        int next = (hole + 1) & mask;
        while (pages[next] != null) {
            int wanted = home(pages[next].number);
            boolean stays = ((next - wanted) & mask) < ((next - hole) & mask);
            if (!stays) {
                pages[hole] = pages[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        pages[hole] = null;
        pageCount--;
        page.number = -1;
        spare = page;
    }

    private void grow() {
        Page[] old = pages;
        pages = new Page[old.length * 2];
        for (Page page : old) {
            if (page != null) {
                pages[slotOf(page.number)] = page;
            }
        }
    }
}
