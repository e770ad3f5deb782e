package dev.kvlease.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What an allocation lists, which of it is exclusive, and what it contains. */
class BlocksTest {
    private static final int[][] GROUPS = {{1, 2, 0, 3}, {4, 5}, {6}};

    private static Blocks restored(Blocks blocks) {
        StateWriter out = new StateWriter().startValue();
        blocks.write(out);
        return Blocks.read(StateReader.ofValue(out.toBytes()));
    }

    private static List<String> listed(Blocks blocks) {
        List<String> listed = new ArrayList<>();
        blocks.forEachBlock((id, exclusive) -> listed.add(id + (exclusive ? " exclusive" : "")));
        return listed;
    }

    @Test
    void behindTheSharedPrefixOfItsGroupABlockIsExclusive() {
        Blocks blocks = Blocks.of(GROUPS, new int[] {1, 0});

        assertThat(listed(blocks))
                .as("of the group without a stated prefix nothing is inferred")
                .containsExactly("1", "2 exclusive", "3 exclusive", "4 exclusive", "5 exclusive", "6");
        for (int id = 0; id < 8; id++) {
            boolean exclusive = id >= 2 && id <= 5;
            if (id != 0) {
                assertThat(blocks.listsAsExclusive(id)).as("%d", id).isEqualTo(exclusive);
            }
        }
    }

    @Test
    void aSharedPrefixLongerThanItsGroupIsTheWholeGroup() {
        assertThat(listed(Blocks.of(GROUPS, new int[] {9, 1, 0, 7})))
                .containsExactly("1", "2", "3", "4", "5 exclusive", "6 exclusive");
        assertThat(listed(Blocks.of(GROUPS, new int[0]))).containsExactly("1", "2", "3", "4", "5", "6");
        assertThat(listed(Blocks.of(new int[0][], new int[] {1}))).isEmpty();
    }

    @Test
    void containsWhatItListsInAnyPlace() {
        for (int count : new int[] {6, 64, 65, 300}) {
            int[] ids = IntStream.rangeClosed(1, count).map(i -> 10_000 - i * 3).toArray();
            Blocks blocks = Blocks.of(new int[][] {ids}, new int[0]);

            assertThat(blocks.containAll(new int[][] {ids})).isTrue();
            assertThat(blocks.containAll(new int[][] {{0, ids[count - 1]}, {ids[0], 0}}))
                    .isTrue();
            assertThat(blocks.containAll(new int[][] {{ids[0]}, {ids[1], 9_999}}))
                    .isFalse();
            assertThat(blocks.containAll(new int[][] {{1}})).isFalse();
            assertThat(blocks.containAll(new int[0][])).isTrue();
        }
        assertThat(Blocks.NONE.containAll(new int[][] {{7}})).isFalse();
    }

    @Test
    void comesBackFromItsBytes() {
        Blocks blocks = Blocks.of(new int[][] {{Integer.MAX_VALUE, 1, 0, 70_000}, {}, {5}}, new int[] {1, 0, 0});
        Blocks back = restored(blocks);

        assertThat(listed(back)).isEqualTo(listed(blocks));
        assertThat(back.listsAsExclusive(5)).isTrue();
        assertThat(listed(restored(Blocks.NONE))).isEmpty();
    }
}
