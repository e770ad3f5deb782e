package dev.kvlease.app.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.topics.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrailTest {
    private static final byte[] HEAD = {1, 2, 3};
    private static final int KEPT = Trail.PIECE * Trail.PIECES;

    @Test
    void tellsTheOrderAsText() {
        Trail trail = new Trail();
        trail.begin(1000);
        trail.took(Topic.LEASE_EVENTS, 0);
        trail.took(Topic.LEASE_EVENTS, 1);
        trail.took(Topic.LEASE_EVENTS, 2);
        trail.took(Topic.HANDSHAKE_SAMPLES, 7);
        trail.took(Topic.HANDSHAKE_SAMPLES, 8);
        trail.took(Topic.READ_INTENTS, 0);
        trail.took(Topic.READ_OUTCOMES, 0);

        assertThat(trail.tell(0)).isEqualTo("[1000]e3s@7sio");
        assertThat(trail.step()).isEqualTo(7);
        assertThat(trail.tell(0)).isEmpty();
        trail.took(Topic.LEASE_EVENTS, 3);
        assertThat(trail.tell(0)).isEqualTo("e");
        assertThat(trail.tell(1)).isEqualTo("[1000]e3s@7sioe");
    }

    @Test
    void aRunThatGoesBackSaysWhere() {
        Trail before = new Trail();
        before.begin(1000);
        before.took(Topic.LEASE_EVENTS, 0);
        before.took(Topic.LEASE_EVENTS, 1);
        Trail after = restored(before, Map.of());
        after.begin(900);
        after.took(Topic.LEASE_EVENTS, 1);
        after.took(Topic.LEASE_EVENTS, 2);

        assertThat(after.run()).isEqualTo(1001);
        assertThat(after.tell(0)).isEqualTo("[1000]e2[1001<1000]e@1e");
    }

    @Test
    void whatWasWrittenInPartIsTold() {
        Trail trail = new Trail();
        trail.begin(1000);
        trail.foundTorn();
        trail.took(Topic.LEASE_EVENTS, 0);
        trail.took(Topic.LEASE_EVENTS, 1);
        trail.took(Topic.LEASE_EVENTS, 2);
        trail.foundTorn();
        assertThat(trail.tell(0)).isEqualTo("[1000]!e3!");
        trail.took(Topic.LEASE_EVENTS, 3);
        assertThat(trail.tell(1)).isEqualTo("[1000]!e3!e");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 257, 5_000, KEPT, KEPT + 1, 3 * KEPT + 77})
    void whatIsReadBackTellsTheSame(int steps) {
        Random random = new Random(steps);
        Trail trail = new Trail();
        Map<Integer, byte[]> pieces = new HashMap<>();
        long[] offsets = new long[4];
        trail.begin(1);
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(500) == 0) {
                trail = restored(trail, pieces);
                trail.begin(1);
            }
            int input = random.nextInt(4);
            offsets[input] += random.nextInt(20) == 0 ? 5 : 1;
            trail.took(TrailCode.INPUTS.get(input), offsets[input]);
            if (trail.isPieceFull()) {
                pieces.put(trail.fullPiece(), trail.writePiece());
            }
        }

        Trail restored = restored(trail, pieces);

        List<TrailText.Element> told = TrailText.parse(trail.tell(0));
        List<TrailText.Element> toldAgain = TrailText.parse(restored.tell(0));
        assertThat(toldAgain).hasSizeGreaterThan(Math.min(steps, KEPT - Trail.PIECE));
        assertThat(toldAgain).isEqualTo(told.subList(told.size() - toldAgain.size(), told.size()));
    }

    @Test
    void whatIsNotKeptAnyMoreIsNotTold() {
        Trail trail = new Trail();
        trail.begin(1000);
        take(trail, Topic.LEASE_EVENTS, 0, 3);
        assertThat(trail.tell(0)).isEqualTo("[1000]e3");
        take(trail, Topic.HANDSHAKE_SAMPLES, 0, KEPT);
        take(trail, Topic.READ_INTENTS, 0, 1);

        assertThat(trail.tell(0)).isEqualTo("s" + (KEPT - 1) + "i");
        take(trail, Topic.READ_OUTCOMES, 0, 1);
        assertThat(trail.tell(0)).isEqualTo("o");
    }

    @Test
    void aPlaceThatIsToldAgainLateIsToldOfTheStepsThatAreKept() {
        Trail trail = new Trail();
        trail.begin(1000);
        trail.tell(0);
        for (int i = 0; i < KEPT + 1; i++) {
            take(trail, i < 10 ? Topic.LEASE_EVENTS : Topic.HANDSHAKE_SAMPLES, i, 1);
            if (i % 1_000 == 0) {
                trail.tell(1 + i / 1_000 % 3);
            }
        }

        assertThat(trail.tell(0)).isEqualTo("e9s@10s" + (KEPT - 10));
        assertThat(TrailText.parse(trail.tell(4))).hasSize(KEPT);
    }

    /** Recorded topics may hold trails that go on before what was kept. */
    @Test
    void ofATrailThatIsTooLongTheLastStepsCount() {
        List<TrailText.Element> elements = TrailText.parse("[7]o99999999[9<7]e9s@4s" + (KEPT - 6));

        assertThat(elements).hasSize(KEPT);
        assertThat(elements.subList(0, 6))
                .containsExactly(
                        follows(Topic.LEASE_EVENTS),
                        follows(Topic.LEASE_EVENTS),
                        follows(Topic.LEASE_EVENTS),
                        follows(Topic.LEASE_EVENTS),
                        follows(Topic.LEASE_EVENTS),
                        new TrailText.Step(Topic.HANDSHAKE_SAMPLES, 4, false));
        assertThat(TrailText.parse("e16384[9]i")).hasSize(KEPT + 1).endsWith(follows(Topic.READ_INTENTS));
    }

    private static TrailText.Step follows(Topic input) {
        return new TrailText.Step(input, TrailText.Step.FOLLOWS, false);
    }

    private static void take(Trail trail, Topic input, long first, int count) {
        for (int i = 0; i < count; i++) {
            trail.took(input, first + i);
        }
    }

    @Test
    void textIsReadAsItWasWritten() {
        assertThat(TrailText.parse("[5]e2[6<5]!i@9o!"))
                .isEqualTo(new ArrayList<TrailText.Element>(List.of(
                        new TrailText.Begin(5, TrailText.Begin.NONE, false),
                        new TrailText.Step(Topic.LEASE_EVENTS, TrailText.Step.FOLLOWS, false),
                        new TrailText.Step(Topic.LEASE_EVENTS, TrailText.Step.FOLLOWS, false),
                        new TrailText.Begin(6, 5, true),
                        new TrailText.Step(Topic.READ_INTENTS, 9, false),
                        new TrailText.Step(Topic.READ_OUTCOMES, TrailText.Step.FOLLOWS, true))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "e@", "[5", "[5<]", "[]", "e99999999999999999999", "3"})
    void whatIsNoTrailIsRefused(String text) {
        assertThatThrownBy(() -> TrailText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Trail restored(Trail trail, Map<Integer, byte[]> pieces) {
        ByteBuffer in = ByteBuffer.wrap(trail.write(HEAD)).position(HEAD.length);
        Trail restored = new Trail();
        restored.read(in);
        boolean fits = true;
        while (fits && restored.pieceBefore() >= 0) {
            byte[] piece = pieces.get(restored.pieceBefore());
            fits = piece != null && restored.readPiece(ByteBuffer.wrap(piece));
        }
        return restored;
    }
}
