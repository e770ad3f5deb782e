package dev.kvlease.connect.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.connect.order.Effect.Ask;
import dev.kvlease.connect.order.Effect.Deliver;
import dev.kvlease.connect.order.Effect.Duplicate;
import dev.kvlease.connect.order.Effect.Lost;
import dev.kvlease.connect.order.Effect.Restarted;
import dev.kvlease.connect.order.Effect.Resubscribe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SequenceRepairTest {
    private static final long MS = 1_000_000;
    private static final Limits LIMITS = new Limits(true, 100 * MS, 1_000 * MS, 5_000 * MS, 10, 1_000);

    private final SequenceRepair repair = new SequenceRepair(LIMITS, Position.START, 0);

    @Test
    void aHoleIsHealedBeforeAnythingBehindItIsHandedOn() {
        follow("a", 0, 2);

        assertThat(repair.live(frame("a", 3), 0)).containsExactly(new Ask(1));
        assertThat(repair.live(frame("a", 4), 0)).isEmpty();
        assertThat(repair.replayed(frame("a", 1), 0)).isEmpty();
        assertThat(texts(repair.replayed(frame("a", 2), 0))).isEqualTo("a2 a3 a4");
        assertThat(texts(repair.replayed(frame("a", 3), 0))).isEqualTo("duplicate 3");
        assertThat(repair.replayEnded(0)).isEmpty();
    }

    @Test
    void anAnswerThatBeginsLaterLeavesTheHole() {
        follow("a", 0, 2);
        repair.live(frame("a", 9), 0);

        assertThat(texts(repair.replayed(frame("a", 7), 0))).isEqualTo("lost 2..7 NOT_KEPT, a7");
    }

    @Test
    void aReconnectionIsTheSameLife() {
        String life = follow("a", 0, 3);

        assertThat(repair.connected(0)).containsExactly(new Ask(2));
        repair.replayed(frame("a", 2), 0);
        repair.replayEnded(0);

        assertThat(life(repair.live(frame("a", 3), 0))).isEqualTo(life);
    }

    @Test
    void anotherBatchUnderTheSameNumberIsAnotherLife() {
        String life = follow("a", 0, 3);
        repair.connected(0);

        assertThat(texts(repair.replayed(frame("b", 2), 0))).isEqualTo("restarted ask 0");
        assertThat(life(repair.replayed(frame("b", 0), 0))).isNotEqualTo(life);
    }

    @Test
    void anEmptyAnswerIsAnotherLife() {
        follow("a", 0, 3);
        repair.connected(0);

        assertThat(texts(repair.replayEnded(0))).isEqualTo("restarted ask 0");
    }

    @Test
    void whatWaitsOfALifeWhoseConnectionIsGoneIsNotOfTheNext() {
        String life = follow("a", 0, 3);
        repair.live(frame("a", 5), 0);
        repair.disconnected();

        // the replay socket finds the next process before the subscription does
        List<Effect> proof = repair.replayed(frame("b", 2), 0);
        assertThat(texts(proof)).isEqualTo("lost 3..5 PUBLISHER_GONE, a5 restarted ask 0");
        assertThat(life(proof)).isEqualTo(life);
        repair.connected(0);
        List<Effect> next = repair.replayed(frame("b", 0), 0);
        assertThat(life(next)).isNotEqualTo(life);
    }

    @Test
    void aConnectionThatLeadsToALifeThatIsOverIsGivenUpWithWhatWaitedOfIt() {
        follow("a", 0, 3);
        repair.live(frame("a", 5), 0);

        assertThat(texts(repair.replayed(frame("b", 2), 0)))
                .isEqualTo("lost 3..5 PUBLISHER_GONE, a5 restarted ask 0 resubscribe");
    }

    @Test
    void twoLivesOfWhichBatchesWaitAreHandedOnApart() {
        follow("a", 0, 3);
        repair.live(frame("a", 9), 0);
        repair.connected(0);
        repair.live(frame("b", 5), 0);

        assertThat(texts(repair.live(frame("c", 5), 0)))
                .isEqualTo("lost 3..9 PUBLISHER_GONE, a9 restarted lost 0..5 PUBLISHER_GONE, b5 restarted ask 0");
    }

    @Test
    void whatWaitedOfALifeThatIsGoneDoesNotTellWhoseTheConnectionIs() {
        String life = reconnectBehindAHole();
        repair.live(frame("b", 8), 0);

        assertThat(texts(repair.tick(1_000 * MS))).isEqualTo("lost 2..5 TIMED_OUT, a5 ask 5");
        assertThat(texts(repair.replayed(frame("b", 5), 1_000 * MS))).isEqualTo("restarted ask 0");
        assertThat(life(repair.replayed(frame("b", 0), 1_000 * MS))).isNotEqualTo(life);
        for (int seq = 1; seq < 7; seq++) {
            repair.replayed(frame("b", seq), 1_000 * MS);
        }
        assertThat(texts(repair.replayed(frame("b", 7), 1_000 * MS))).isEqualTo("b7 b8");
    }

    @Test
    void theNextNumberIsNoProofOfTheSameLife() {
        String life = reconnectBehindAHole();
        repair.live(frame("b", 6), 0);

        assertThat(texts(repair.tick(1_000 * MS))).isEqualTo("lost 2..5 TIMED_OUT, a5 ask 5");
        assertThat(texts(repair.replayed(frame("b", 5), 1_000 * MS))).isEqualTo("restarted ask 0");
        assertThat(life(repair.replayed(frame("b", 0), 1_000 * MS))).isNotEqualTo(life);
    }

    @Test
    void aLifeThatCannotBeProvenIsNotWaitedForLongerThanAHole() {
        reconnectBehindAHole();
        repair.live(frame("a", 6), 0);
        repair.tick(1_000 * MS);

        assertThat(texts(repair.tick(1_999 * MS))).isEqualTo("ask 5");
        assertThat(texts(repair.tick(2_000 * MS))).isEqualTo("a6");
        assertThat(texts(repair.live(frame("a", 7), 2_000 * MS))).isEqualTo("a7");
    }

    @Test
    void whatComesBeforeTheNewConnectionIsKnownWaitsForTheProof() {
        follow("a", 0, 3);
        repair.disconnected();

        assertThat(texts(repair.live(frame("b", 3), 0))).isEqualTo("ask 2");
        assertThat(texts(repair.connected(0))).isEqualTo("ask 2");
        assertThat(texts(repair.replayed(frame("b", 2), 0))).isEqualTo("restarted ask 0");
    }

    /** Batch 5 waits behind 2 to 4 when the connection goes; nobody answers over the replay socket after the next one. */
    private String reconnectBehindAHole() {
        String life = follow("a", 0, 2);
        repair.live(frame("a", 5), 0);
        repair.disconnected();
        repair.connected(0);
        return life;
    }

    @Test
    void whatAnAnswerBroughtIsOfTheLifeThatGaveIt() {
        follow("a", 0, 3);
        repair.connected(0);
        repair.replayed(frame("a", 2), 0);
        repair.replayed(frame("a", 4), 0);
        repair.replayEnded(0);
        repair.disconnected();

        assertThat(texts(repair.replayed(frame("b", 2), 0))).isEqualTo("lost 3..4 PUBLISHER_GONE, a4 restarted ask 0");
    }

    @Test
    void aRestartedConnectorKnowsTheLifeAgain() {
        String life = follow("a", 0, 3);
        SequenceRepair again = new SequenceRepair(LIMITS, repair.position(), 0);

        assertThat(again.connected(0)).containsExactly(new Ask(2));
        again.replayed(frame("a", 2), 0);

        assertThat(life(again.replayed(frame("a", 3), 0))).isEqualTo(life);
    }

    @Test
    void anAlteredPositionWithoutAnAnchorIsTakenAtItsWord() {
        SequenceRepair altered =
                new SequenceRepair(LIMITS, new Position(Optional.of("named"), 5, OptionalLong.empty()), 0);

        assertThat(altered.connected(0)).containsExactly(new Ask(5));
        assertThat(life(altered.replayed(frame("a", 5), 0))).isEqualTo("named");
    }

    @Test
    void aSilentReplaySocketIsAskedAgainAndThenGivenUp() {
        follow("a", 0, 2);
        repair.live(frame("a", 3), 0);

        assertThat(texts(repair.tick(99 * MS))).isEmpty();
        assertThat(texts(repair.tick(100 * MS))).isEqualTo("ask 1");
        assertThat(texts(repair.tick(1_000 * MS))).isEqualTo("lost 2..3 TIMED_OUT, a3");
    }

    @Test
    void aLateReplayIsHandedOnAsLate() {
        follow("a", 0, 2);
        repair.live(frame("a", 3), 0);
        repair.tick(1_000 * MS);

        assertThat(texts(repair.replayed(frame("a", 2), 1_001 * MS))).isEqualTo("late a2");
        assertThat(texts(repair.replayed(frame("a", 2), 1_001 * MS))).isEqualTo("duplicate 2");
    }

    @Test
    void tooMuchWaitingIsNotWaitedFor() {
        follow("a", 0, 2);
        List<Effect> effects = new ArrayList<>();
        for (int seq = 3; seq <= 13; seq++) {
            effects.addAll(repair.live(frame("a", seq), 0));
        }

        assertThat(texts(effects)).isEqualTo("ask 1 lost 2..3 TOO_MUCH_WAITING, a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13");
    }

    @Test
    void aQuietPublisherIsAskedWhetherAnythingWasMissed() {
        follow("a", 0, 2);

        assertThat(texts(repair.tick(5_000 * MS))).isEqualTo("ask 1");
        repair.replayed(frame("a", 1), 5_001 * MS);
        assertThat(texts(repair.replayed(frame("a", 2), 5_001 * MS))).isEqualTo("a2");
    }

    @Test
    void withoutAReplaySocketNothingWaits() {
        SequenceRepair deaf = new SequenceRepair(new Limits(false, MS, MS, 5_000 * MS, 10, 1_000), Position.START, 0);

        assertThat(texts(deaf.connected(0))).isEmpty();
        assertThat(texts(deaf.live(frame("a", 4), 0))).isEqualTo("lost 0..4 NO_REPLAY, a4");
        assertThat(texts(deaf.live(frame("a", 4), 0))).isEqualTo("duplicate 4");
        assertThat(texts(deaf.live(frame("b", 0), 0))).isEqualTo("restarted b0");
    }

    private String follow(String name, int from, int to) {
        repair.connected(0);
        repair.replayEnded(0);
        String life = "";
        for (int seq = from; seq < to; seq++) {
            life = life(repair.live(frame(name, seq), 0));
        }
        return life;
    }

    private static Frame frame(String name, long seq) {
        return new Frame(seq, (name + seq).getBytes(UTF_8));
    }

    private static String life(List<Effect> effects) {
        return effects.stream()
                .filter(Deliver.class::isInstance)
                .map(each -> ((Deliver) each).life())
                .findFirst()
                .orElseThrow();
    }

    private static String texts(List<Effect> effects) {
        return effects.stream().map(SequenceRepairTest::text).collect(Collectors.joining(" "));
    }

    private static String text(Effect effect) {
        if (effect instanceof Deliver deliver) {
            return (deliver.late() ? "late " : "") + new String(deliver.frame().payload(), UTF_8);
        }
        if (effect instanceof Lost lost) {
            return "lost " + lost.fromSeq() + ".." + lost.toSeq() + " " + lost.cause() + ",";
        }
        if (effect instanceof Ask ask) {
            return "ask " + ask.fromSeq();
        }
        if (effect instanceof Duplicate duplicate) {
            return "duplicate " + duplicate.seq();
        }
        return effect instanceof Restarted ? "restarted" : resubscribe((Resubscribe) effect);
    }

    private static String resubscribe(Resubscribe effect) {
        assertThat(effect).isNotNull();
        return "resubscribe";
    }
}
