package dev.kvlease.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** It says what a sorted map of every single missing seq would. */
class MissingRangesTest {
    private static final int SEQS = 400;

    private final MissingRanges ranges = new MissingRanges();
    private final TreeMap<Long, Long> model = new TreeMap<>();

    private static MissingRanges restored(MissingRanges ranges) {
        StateWriter out = new StateWriter().startValue();
        ranges.write(out);
        return MissingRanges.read(StateReader.ofValue(out.toBytes()));
    }

    private void add(long from, long to, long atNs) {
        ranges.add(from, to, atNs);
        for (long seq = from; seq <= to; seq++) {
            model.put(seq, atNs);
        }
    }

    private void agree(MissingRanges own, long seed) {
        assertThat(own.isEmpty()).as("seed %d", seed).isEqualTo(model.isEmpty());
        assertThat(own.total()).as("seed %d", seed).isEqualTo(model.size());
        assertThat(own.highest()).as("seed %d", seed).isEqualTo(model.isEmpty() ? -1 : model.lastKey());
        assertThat(own.lowest()).as("seed %d", seed).isEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.firstKey());
        for (long low = -1; low < SEQS; low += 7) {
            for (long high = low; high < low + 20; high++) {
                boolean between =
                        high > low + 1 && !model.subMap(low, false, high, false).isEmpty();
                assertThat(own.anyBetween(low, high))
                        .as("seed %d, between %d and %d", seed, low, high)
                        .isEqualTo(between);
            }
        }
    }

    @Test
    void saysWhatAMapOfAllWould() {
        long seed = 3;
        Random random = new Random(seed);
        long next = 0;
        long atNs = 10;
        while (next < SEQS) {
            long to = next + random.nextInt(6);
            add(next, to, atNs++);
            next = to + 2 + random.nextInt(3);
        }
        agree(ranges, seed);
        for (int step = 0; !model.isEmpty(); step++) {
            long seq = random.nextInt(SEQS + 10);
            assertThat(ranges.remove(seq)).as("seed %d, %d", seed, seq).isEqualTo(model.remove(seq) != null);
            if (step % 40 == 0 && !model.isEmpty()) {
                agree(restored(ranges), seed);
                assertThat(ranges.lowestFoundAtNs())
                        .isEqualTo(model.firstEntry().getValue());
                model.headMap(ranges.lowestRangeEnd(), true).clear();
                ranges.removeLowestRange();
            }
        }
        agree(ranges, seed);
    }

    @Test
    void beyondTheLimitTheTwoLowestBecomeOneWithTheLaterWatermark() {
        for (long i = 0; i < Constants.MAX_MISSING_RANGES; i++) {
            ranges.add(i * 10, i * 10 + 1, i);
        }
        assertThat(ranges.lowestRangeEnd()).isEqualTo(1);
        ranges.add(Constants.MAX_MISSING_RANGES * 10L, Constants.MAX_MISSING_RANGES * 10L, 99_999);

        assertThat(ranges.lowest()).isZero();
        assertThat(ranges.lowestRangeEnd()).isEqualTo(11);
        assertThat(ranges.lowestFoundAtNs()).isEqualTo(1);
        assertThat(ranges.anyBetween(2, 9))
                .as("what lay between counts as missing")
                .isTrue();
        ranges.remove(5);
        assertThat(ranges.lowestRangeEnd())
                .as("a split beyond the limit is made one again")
                .isEqualTo(11);
    }

    @Test
    void everySeqOfAllIsMissing() {
        assertThat(MissingRanges.ALL.anyBetween(5, 7)).isTrue();
        assertThat(MissingRanges.ALL.anyBetween(5, 6)).isFalse();
    }
}
