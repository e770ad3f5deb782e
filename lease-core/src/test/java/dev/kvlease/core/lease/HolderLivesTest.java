package dev.kvlease.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import org.junit.jupiter.api.Test;

/** "Lives": what starts, what is superseded, and how long a holder is in doubt. */
class HolderLivesTest {
    private static final long DOUBT = Constants.DOUBT_NS;

    private final HolderLives lives = new HolderLives();

    private static byte[] bytes(HolderLives lives) {
        StateWriter out = new StateWriter().startValue();
        lives.write(out);
        return out.toBytes();
    }

    @Test
    void aHolderIsTrackedOnceALifeHasStarted() {
        assertThat(lives.isTracked()).isFalse();
        lives.start("a", 1);
        assertThat(lives.isTracked()).isTrue();
        assertThat(lives.isCurrent("a")).isTrue();
        assertThat(lives.superseded().contains("")).as("there was none before").isFalse();
        lives.start("b", 2);
        assertThat(lives.current()).isEqualTo("b");
        assertThat(lives.isCurrent("a")).isFalse();
        assertThat(lives.superseded().contains("a")).isTrue();
    }

    @Test
    void aDoubtEndsOnceTheWatermarkHasGrownByMore() {
        lives.start("a", 1);
        assertThat(lives.endDoubts(Long.MAX_VALUE)).isFalse();
        lives.doubt("b", 10);

        assertThat(lives.endDoubts(10 + DOUBT)).isFalse();
        assertThat(lives.isInDoubt()).isTrue();
        assertThat(lives.endDoubts(11 + DOUBT)).isTrue();
        assertThat(lives.isInDoubt()).isFalse();
    }

    @Test
    void aDoubtBeginsAnewWithEachEvent() {
        lives.start("a", 1);
        lives.doubt("b", 10);
        lives.doubt("b", 20);

        assertThat(lives.endDoubts(11 + DOUBT)).isFalse();
        assertThat(lives.endDoubts(21 + DOUBT)).isTrue();
    }

    @Test
    void aLifeThatStartsIsDoubtedNoMoreAndOthersCountFromItsWatermark() {
        lives.start("a", 1);
        lives.doubt("b", 10);
        lives.doubt("c", 10);
        lives.start("b", 500);

        assertThat(lives.isInDoubt()).isTrue();
        assertThat(lives.endDoubts(500 + DOUBT)).isFalse();
        assertThat(lives.endDoubts(501 + DOUBT)).isTrue();
    }

    @Test
    void theOldestOfTooManyDoubtsIsForgotten() {
        lives.start("a", 1);
        lives.doubt("oldest", 1_000);
        for (int life = 1; life < Constants.MAX_SUPERSEDED_LIVES; life++) {
            lives.doubt("life-" + life, 10);
        }
        assertThat(lives.endDoubts(11 + DOUBT)).isTrue();
        assertThat(lives.isInDoubt()).as("all are remembered at the limit").isTrue();
        for (int life = 0; life < Constants.MAX_SUPERSEDED_LIVES; life++) {
            lives.doubt("more-" + life, 10);
        }
        lives.endDoubts(11 + DOUBT);
        assertThat(lives.isInDoubt()).as("the oldest would still count").isFalse();
    }

    @Test
    void comesBackFromItsBytes() {
        lives.start("a", 1);
        lives.start("b", 2);
        lives.doubt("c", 10);

        HolderLives back = HolderLives.read(StateReader.ofValue(bytes(lives)), "b");

        assertThat(back.current()).isEqualTo("b");
        assertThat(back.superseded().contains("a")).isTrue();
        assertThat(back.endDoubts(10 + DOUBT)).isFalse();
        assertThat(back.endDoubts(11 + DOUBT)).isTrue();
    }

    @Test
    void aStartThatTheHoldersEntryDoesNotKnowComesAgain() {
        lives.start("a", 1);
        lives.doubt("b", 10);
        HolderLives doubted = HolderLives.read(StateReader.ofValue(bytes(lives)), "b");
        assertThat(doubted.isInDoubt()).as("nobody doubts the current life").isFalse();

        lives.start("b", 20);
        HolderLives torn = HolderLives.read(StateReader.ofValue(bytes(lives)), "a");
        assertThat(torn.superseded().contains("a"))
                .as("it is current until the start comes")
                .isFalse();
    }
}
