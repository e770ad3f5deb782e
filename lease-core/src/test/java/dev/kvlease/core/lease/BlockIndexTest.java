package dev.kvlease.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** It is what a map from each block to a sorted map of its leases would be. */
class BlockIndexTest {
    private static final int STEPS = 4_000;
    private static final int POOL_BLOCKS = 600;
    private static final BlockIndex.Others NOBODY = (place, others) -> {};

    private final BlockIndex index = new BlockIndex();
    private final Map<Integer, TreeMap<Long, Lease>> model = new HashMap<>();

    private static Lease lease(long seq) {
        return new Lease(RequestLeases.none(), seq, 0, 0, Absent.LONG, Blocks.NONE);
    }

    private static List<Long> seqs(Object found) {
        List<Long> seqs = new ArrayList<>();
        BlockIndex.forEachAbove(found, -1, lease -> seqs.add(lease.seq()));
        return seqs;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void doesWhatAMapOfSortedMapsDoes(long seed) {
        Random random = new Random(seed);
        List<Lease> leases = new ArrayList<>();
        Map<Lease, int[]> blocks = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            boolean growing = step % 400 < 200;
            if (leases.isEmpty() || random.nextInt(10) < (growing ? 7 : 3)) {
                Lease added = lease(step);
                int[] ids = ids(random);
                leases.add(added);
                blocks.put(added, ids);
                add(added, ids, "seed " + seed + ", step " + step);
            } else {
                Lease removed = leases.remove(random.nextInt(leases.size()));
                remove(removed, blocks.remove(removed));
            }
            check(id(random.nextInt(POOL_BLOCKS)), "seed " + seed + ", step " + step);
        }
        leases.forEach(lease -> remove(lease, blocks.get(lease)));
        assertThat(index.size()).isZero();
    }

    /** A third of the pool ends with the highest id there is, so that pages of high numbers are found, moved and freed too. */
    private static int id(int number) {
        return number < POOL_BLOCKS * 2 / 3 ? number : Integer.MAX_VALUE - POOL_BLOCKS + 1 + number;
    }

    /** Neighbours, or blocks that lie anywhere, one of them twice; block 0 among them. */
    private static int[] ids(Random random) {
        int[] ids = new int[1 + random.nextInt(40)];
        boolean neighbours = random.nextInt(3) > 0;
        int first = random.nextInt(POOL_BLOCKS);
        for (int i = 0; i < ids.length; i++) {
            ids[i] = id((neighbours ? first + i : random.nextInt(POOL_BLOCKS)) % POOL_BLOCKS);
        }
        ids[ids.length - 1] = ids[0];
        return ids;
    }

    private void add(Lease lease, int[] ids, String as) {
        Map<Integer, List<Long>> found = new TreeMap<>();
        index.add(ids, lease, (place, others) -> found.put(place, seqs(others)));
        Map<Integer, List<Long>> expected = new TreeMap<>();
        for (int place = 0; place < ids.length; place++) {
            TreeMap<Long, Lease> known = model.computeIfAbsent(ids[place], id -> new TreeMap<>());
            boolean others = !known.isEmpty() && (known.size() > 1 || !known.containsKey(lease.seq()));
            if (ids[place] != 0) {
                known.put(lease.seq(), lease);
            }
            if (others) {
                expected.put(place, List.copyOf(known.keySet()));
            }
        }
        found.values().forEach(seqs -> seqs.remove(lease.seq()));
        expected.replaceAll(
                (place, seqs) -> seqs.stream().filter(seq -> seq != lease.seq()).toList());
        assertThat(found).as(as).isEqualTo(expected);
    }

    private void remove(Lease lease, int[] ids) {
        index.remove(ids, lease);
        for (int id : ids) {
            model.getOrDefault(id, new TreeMap<>()).remove(lease.seq());
        }
    }

    private void check(int id, String as) {
        assertThat(index.find(id).map(BlockIndexTest::seqs).orElse(List.of()))
                .as(as)
                .containsExactlyElementsOf(
                        model.getOrDefault(id, new TreeMap<>()).keySet());
        long listed =
                model.values().stream().filter(leases -> !leases.isEmpty()).count();
        assertThat((long) index.size()).as(as).isEqualTo(listed);
    }

    /** A holder that numbers two allocations alike contradicts itself, and may not fill the memory with it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsLeftOfTwoLeasesOfOneSeq(boolean firstComeFirst) {
        int[] ids = {5, 6, 7};
        Lease one = lease(3);
        Lease other = lease(3);
        index.add(ids, one, NOBODY);
        index.add(ids, other, NOBODY);

        index.remove(ids, firstComeFirst ? one : other);
        index.remove(ids, firstComeFirst ? other : one);

        assertThat(index.size()).isZero();
        assertThat(index.find(6)).isEmpty();
    }

    @Test
    void aLeaseIsTakenOnlyFromBlocksThatItLists() {
        Lease lease = lease(1);
        index.add(new int[] {16, 17}, lease, NOBODY);

        index.remove(new int[] {17, 18, 400}, lease);
        index.remove(new int[] {16}, lease(2));

        assertThat(index.size()).isEqualTo(1);
        assertThat(index.find(16)).contains(lease);
    }
}
