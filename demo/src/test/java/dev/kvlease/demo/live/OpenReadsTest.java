package dev.kvlease.demo.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenReadsTest {
    private final OpenReads reads = new OpenReads();

    @Test
    void answersBelongToTheQuestionsInTheirOrder() {
        reads.asked("r1", 100);
        reads.asked("r1", 300);
        assertThat(reads.answered("r1", 150)).isEqualTo(50);
        assertThat(reads.answered("r1", 360)).isEqualTo(60);
        assertThat(reads.answered("r1", 400)).isEqualTo(-1);
        assertThat(reads.answered("r2", 400)).isEqualTo(-1);
    }

    @Test
    void aReadIsOpenUntilItEndsEvenBeforeItsAnswer() {
        reads.asked("r1", 100);
        assertThat(reads.isOpen("r1")).isTrue();
        reads.ended("r1");
        assertThat(reads.isOpen("r1")).isFalse();
        assertThat(reads.answered("r1", 180)).isEqualTo(80);
        reads.ended("unknown");
        assertThat(reads.isOpen("unknown")).isFalse();
    }
}
