package dev.kvlease.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlockPoolTest {
    @Test
    void givesBackWhatWasFreedLastAndRemembersThatItWasRefilled() {
        BlockPool pool = new BlockPool(32, 1, 0);
        int[] first = pool.take(0, 3);
        pool.take(0, 3);
        long since = pool.fills();
        pool.release(first);
        assertThat(pool.refilled(new int[][] {first}, since)).isFalse();

        assertThat(pool.take(0, 3)).containsExactlyInAnyOrder(first);
        assertThat(pool.refilled(new int[][] {first}, since)).isTrue();
    }

    @Test
    void sharesAPromptAndKeepsItCachedUntilItsBlocksAreTaken() {
        BlockPool pool = new BlockPool(16, 1, 2);
        int[] one = pool.take(0, 2);
        assertThat(pool.sharedPrefix(one)).isZero();
        int[] two = pool.take(0, 2);
        assertThat(two).startsWith(one[0], one[1]).doesNotContain(one[2], one[3]);
        assertThat(pool.sharedPrefix(two)).isEqualTo(2);

        pool.release(one);
        assertThat(pool.sharedPrefix(two)).isZero();
        pool.release(two);
        long since = pool.fills();
        int[] three = pool.take(0, 1);
        assertThat(three).startsWith(one[0], one[1]);
        assertThat(pool.refilled(new int[][] {{one[0], one[1]}}, since)).isFalse();
        pool.release(three);

        pool.takeFresh(15);
        assertThat(pool.refilled(new int[][] {{one[0], one[1]}}, since)).isTrue();
        assertThat(pool.free()).isZero();
        assertThat(pool.take(0, 1)).isEmpty();
    }

    @Test
    void neverGivesTheNullBlockAway() {
        BlockPool pool = new BlockPool(8, 1, 1);
        int[] all = pool.take(0, 6);
        assertThat(all).doesNotContain(0).doesNotHaveDuplicates().hasSize(7);
        pool.release(new int[] {0});
        assertThat(pool.free()).isZero();
    }
}
