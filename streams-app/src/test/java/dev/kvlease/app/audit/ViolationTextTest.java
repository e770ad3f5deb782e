package dev.kvlease.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import org.junit.jupiter.api.Test;

/** How the audit puts what it has found. */
class ViolationTextTest {
    @Test
    void idsThatAShellWouldTakeApartAreQuoted() {
        assertThat(ViolationText.shellWord("10.42.7.19:5600")).isEqualTo("10.42.7.19:5600");
        assertThat(ViolationText.shellWord("two words; rm")).isEqualTo("'two words; rm'");
        assertThat(ViolationText.shellWord("it's")).isEqualTo("'it'\\''s'");
    }

    @Test
    void whoOnlySharesAPrefixIsToldApart() {
        assertThat(ViolationText.blocksOf(new Taker("r2", 7, 1_000, 4, 0))).isEqualTo("4 blocks of a shared prefix");
        assertThat(ViolationText.blocksOf(new Taker("r2", 7, 1_000, 4, 3))).isEqualTo("4 blocks");
        assertThat(ViolationText.blocksOf(new Taker("r2", 7, 1_000, 1, Absent.LONG)))
                .isEqualTo("1 block");
    }
}
