package dev.kvlease.core;

import static dev.kvlease.core.Scene.BEGIN;
import static dev.kvlease.core.Scene.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** "Delivery": a violation that a crash may have lost is reported again for the horizon after its report, as it was. */
class ReportedAgainTest {
    private static final long HORIZON_S = 600;

    private static long at(long second) {
        return BEGIN + second * SECOND;
    }

    /** The block of "q" is given to "thief" while "q" has it, and seq 2 between the two is missing. */
    private static Scene suspected() {
        return new Scene()
                .start("a", at(0))
                .allocate(1, at(100), "q", at(130), 7)
                .allocate(3, at(110), "thief", at(5_000), 7)
                .release(4, at(115), "q", "");
    }

    private static void assertToldAgain(Scene scene) {
        List<Violation> told = List.copyOf(scene.violations);
        assertThat(told).hasSize(1);
        assertThat(scene.restoreAndRepeat().violations).isEqualTo(told);
        assertThat(scene.restoreAndRepeat().violations).as("a second time").isEqualTo(told);
    }

    /** At 740 s "q" is forgotten by the same event. */
    @ParameterizedTest
    @ValueSource(longs = {711, 740})
    void aReuseThatALostEventDecides(long second) {
        Scene scene = suspected().heartbeat(5, at(second));
        assertThat(scene.violations).extracting(Violation::type).containsExactly(ViolationType.DOUBLE_ALLOCATION);
        assertThat(scene.engine().leases("q")).hasSize(second == 711 ? 1 : 0);
        assertToldAgain(scene);
    }

    @Test
    void aReuseThatALateEventDecides() {
        Scene scene = suspected().heartbeat(5, at(705)).heartbeat(2, at(106)).heartbeat(6, at(711));
        assertToldAgain(scene);
        assertToldAgain(scene.heartbeat(7, at(740)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReuseIsToldAgainForTheHorizonAfterItsReport(boolean still) {
        Scene scene = suspected().heartbeat(5, at(740)).heartbeat(6, at(740 + HORIZON_S) + (still ? 0 : 1));
        assertThat(scene.restoreAndRepeat().violations).hasSize(still ? 1 : 0);
    }

    @Test
    void aReuseOutlivesItsLife() {
        assertToldAgain(suspected().heartbeat(5, at(711)).start("b", at(3)));
    }

    @Test
    void everyLeaseOfARequestThatWasGivenAwayIsToldAgain() {
        Scene scene = suspected()
                .heartbeat(2, at(106))
                .allocate(5, at(120), "q", at(200), 8)
                .allocate(6, at(121), "thief", at(5_000), 8);
        List<Violation> told = List.copyOf(scene.violations);
        assertThat(told).extracting(Violation::leaseSeq).containsExactly(1L, 5L);
        assertThat(scene.restoreAndRepeat().violations).isEqualTo(told);
    }

    /** The read of "b" came at 500 s and was judged at 900 s, for an event was missing until then. */
    private static Scene judgedLate() {
        Scene scene = new Scene()
                .start("a", at(0))
                .sample(at(450))
                .allocate(1, at(10), "a", at(410), 7)
                .allocate(2, at(20), "b", at(420), 8)
                .heartbeat(4, at(480))
                .heartbeat(5, at(500))
                .outcome("b", "x", ReadStatus.COMPLETED, at(450))
                .heartbeat(6, at(900));
        assertThat(scene.violations).isEmpty();
        scene.heartbeat(3, at(475));
        assertThat(scene.violations).extracting(Violation::type).containsExactly(ViolationType.READ_AFTER_EXPIRY);
        return scene;
    }

    @Test
    void aReportIsToldAgainThoughAYoungerReadWasForgottenBeforeItsOwn() {
        Scene scene = judgedLate()
                .heartbeat(7, at(1_000))
                .outcome("a", "y", ReadStatus.COMPLETED, at(400))
                .heartbeat(8, at(1_011))
                .heartbeat(9, at(1_021))
                .heartbeat(10, at(1_101));
        assertToldAgain(scene);
        scene.heartbeat(11, at(1_500));
        assertToldAgain(scene);
    }

    /** Whether what was written before the last event is in the store, or all is written at once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noEntryGoesThatIsToSayWhatWasReported(boolean writtenBefore) {
        Scene scene = judgedLate().heartbeat(7, at(1_021));
        if (writtenBefore) {
            scene.restore();
        }
        scene.heartbeat(8, at(1_101));
        List<String> put = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        scene.engine().drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                put.add(kind + HexFormat.of().formatHex(key));
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                deleted.add(kind + HexFormat.of().formatHex(key));
            }
        });
        assertThat(put).filteredOn(key -> key.startsWith(StateKind.READ.name())).hasSize(1);
        assertThat(deleted).doesNotContainAnyElementsOf(put);
    }
}
