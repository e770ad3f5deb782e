package dev.kvlease.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** It is what a sorted map of leases by seq would be. */
class LeasesBySeqTest {
    private static final int STEPS = 20_000;
    private static final int SEQS = 300;

    private static Lease lease(long seq) {
        return new Lease(RequestLeases.none(), seq, 0, 0, Absent.LONG, Blocks.NONE);
    }

    @Test
    void doesWhatASortedMapDoes() {
        long seed = 7;
        Random random = new Random(seed);
        Lease one = lease(5);
        Lease other = lease(3);
        LeasesBySeq several = new LeasesBySeq(one, other);
        TreeMap<Long, Lease> map = new TreeMap<>();
        map.put(5L, one);
        map.put(3L, other);
        for (int step = 0; step < STEPS; step++) {
            Lease next = lease(random.nextInt(SEQS));
            boolean growing = step % 2_000 < 1_000;
            if (random.nextInt(10) < (growing ? 7 : 3)) {
                several.add(next);
                map.put(next.seq(), next);
            } else {
                several.remove(map.getOrDefault(next.seq(), next));
                map.remove(next.seq());
            }

            assertThat(several.size()).as("seed %d, step %d", seed, step).isEqualTo(map.size());
            if (!map.isEmpty()) {
                assertThat(several.first()).isSameAs(map.firstEntry().getValue());
            }
            long seq = random.nextInt(SEQS);
            List<Lease> below = new ArrayList<>();
            several.forEachBelow(seq, below::add);
            assertThat(below).containsExactlyElementsOf(map.headMap(seq, false).values());
            List<Lease> above = new ArrayList<>();
            several.forEachAbove(seq, above::add);
            assertThat(above).containsExactlyElementsOf(map.tailMap(seq, false).values());
        }
    }

    @Test
    void takesOutNoOtherLeaseOfTheSameSeq() {
        LeasesBySeq several = new LeasesBySeq(lease(1), lease(2));

        several.remove(lease(2));

        assertThat(several.size()).isEqualTo(2);
    }
}
