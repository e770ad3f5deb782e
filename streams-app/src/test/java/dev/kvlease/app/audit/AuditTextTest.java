package dev.kvlease.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import org.junit.jupiter.api.Test;

/** What the audit says of those who were given the blocks. */
class AuditTextTest {
    @Test
    void idsThatAShellWouldTakeApartAreQuoted() {
        assertThat(AuditText.shellWord("10.42.7.19:5600")).isEqualTo("10.42.7.19:5600");
        assertThat(AuditText.shellWord("two words; rm")).isEqualTo("'two words; rm'");
        assertThat(AuditText.shellWord("it's")).isEqualTo("'it'\\''s'");
    }

    @Test
    void whoOnlySharesAPrefixIsToldApart() {
        assertThat(AuditText.blocksOf(new Taker("r2", 7, 1_000, 4, 0))).isEqualTo("4 blocks of a shared prefix");
        assertThat(AuditText.blocksOf(new Taker("r2", 7, 1_000, 4, 3))).isEqualTo("4 blocks");
        assertThat(AuditText.blocksOf(new Taker("r2", 7, 1_000, 1, Absent.LONG)))
                .isEqualTo("1 block");
    }
}
