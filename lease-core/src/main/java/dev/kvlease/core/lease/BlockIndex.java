package dev.kvlease.core.lease;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Which leases list a block: block id to one lease, or to several in ascending order of their seq.
 *
 * <p>An open-addressing table, because an allocation of 32 blocks costs 32 insertions and as many removals.
 */
final class BlockIndex {
    private static final int INITIAL_CAPACITY = 64;
    private static final int HASH_MULTIPLIER = 0x9E3779B9;
    private static final int RUN_BITS = 4;
    private static final int RUN_MASK = (1 << RUN_BITS) - 1;

    private int[] ids = new int[INITIAL_CAPACITY];
    /** A {@link Lease}, or a TreeMap of leases by seq where several list the block; null marks a free slot. */
    private Object[] entries = new Object[INITIAL_CAPACITY];

    private int used;

    void clear() {
        ids = new int[INITIAL_CAPACITY];
        entries = new Object[INITIAL_CAPACITY];
        used = 0;
    }

    /** Neighbouring ids, which an allocator hands out together, share a run of slots and so a cache line. */
    private static int home(int id) {
        int run = (id >>> RUN_BITS) * HASH_MULTIPLIER;
        return ((run ^ (run >>> 16)) << RUN_BITS) | (id & RUN_MASK);
    }

    private int slotOf(int id) {
        int mask = ids.length - 1;
        int slot = home(id) & mask;
        while (entries[slot] != null && ids[slot] != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /**
     * Adds a lease to a block's.
     *
     * @return what the block had before: nothing, a lease, or a map of leases by seq
     */
    Optional<Object> add(int id, Lease lease) {
        if (used * 2 >= ids.length) {
            grow();
        }
        int slot = slotOf(id);
        Object entry = entries[slot];
        if (entry == null) {
            ids[slot] = id;
            entries[slot] = lease;
            used++;
            return Optional.empty();
        }
        if (entry == lease) {
            return Optional.empty();
        }
        if (entry instanceof Lease other) {
            NavigableMap<Long, Lease> several = new TreeMap<>();
            several.put(other.seq(), other);
            several.put(lease.seq(), lease);
            entries[slot] = several;
        } else {
            several(entry).put(lease.seq(), lease);
        }
        return Optional.of(entry);
    }

    void remove(int id, Lease lease) {
        int slot = slotOf(id);
        Object entry = entries[slot];
        if (entry == lease) {
            free(slot);
        } else if (entry != null && !(entry instanceof Lease)) {
            NavigableMap<Long, Lease> several = several(entry);
            several.remove(lease.seq(), lease);
            if (several.size() == 1) {
                entries[slot] = several.firstEntry().getValue();
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
            several(found).headMap(seq, false).values().forEach(action);
        }
    }

    /** Calls back for every lease above {@code seq} among what {@link #add} found, in ascending order. */
    static void forEachAbove(Object found, long seq, Consumer<Lease> action) {
        if (found instanceof Lease only) {
            if (only.seq() > seq) {
                action.accept(only);
            }
        } else {
            several(found).tailMap(seq, false).values().forEach(action);
        }
    }

    /** What a block has. */
    Optional<Object> find(int id) {
        return Optional.ofNullable(entries[slotOf(id)]);
    }

    @SuppressWarnings("unchecked")
    private static NavigableMap<Long, Lease> several(Object entry) {
        return (NavigableMap<Long, Lease>) entry;
    }

    /** Frees a slot and moves back what had been displaced over it. */
    private void free(int slot) {
        int mask = ids.length - 1;
        int hole = slot;
        int next = (hole + 1) & mask;
        while (entries[next] != null) {
            int wanted = home(ids[next]) & mask;
            boolean stays = ((next - wanted) & mask) < ((next - hole) & mask);
            if (!stays) {
                ids[hole] = ids[next];
                entries[hole] = entries[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        entries[hole] = null;
        used--;
    }

    private void grow() {
        int[] oldIds = ids;
        Object[] oldEntries = entries;
        ids = Arrays.copyOf(new int[0], oldIds.length * 2);
        entries = new Object[oldIds.length * 2];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldEntries[i] != null) {
                int slot = slotOf(oldIds[i]);
                ids[slot] = oldIds[i];
                entries[slot] = oldEntries[i];
            }
        }
    }
}
