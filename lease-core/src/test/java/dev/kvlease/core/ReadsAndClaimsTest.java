package dev.kvlease.core;

import static dev.kvlease.core.Scene.BEGIN;
import static dev.kvlease.core.Scene.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** "Claims" and "Revocation", with the engine as it is and with one that is restored before each record. */
class ReadsAndClaimsTest {
    private static final long EXPIRY = BEGIN + 1_000 * SECOND;

    /** A lease for so many reads, and clocks of three ranks. */
    private static Scene leasedFor(long maxReads, boolean restoring) {
        Scene scene = new Scene().restoringEachTime(restoring).start("a", BEGIN);
        scene.allocateFor(maxReads, 1, BEGIN, "q", EXPIRY, 7);
        return withClocks(scene);
    }

    private static Scene withClocks(Scene scene) {
        for (String reader : List.of("r", "rank-1", "rank-2")) {
            scene.sample(reader, "p", "a", BEGIN, BEGIN, BEGIN);
        }
        return scene;
    }

    private static Reason ask(Scene scene, String reader, String read) {
        return scene.ask(reader, "q", read, BEGIN).reason();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReadableAnswerHoldsAClaimForItsAttempt(boolean restoring) {
        Scene scene = leasedFor(1, restoring);

        assertThat(ask(scene, "r", "x")).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(ask(scene, "rank-1", "x")).as("another rank").isEqualTo(Reason.WITHIN_LEASE);
        Verdict other = scene.ask("rank-2", "q", "y", BEGIN);
        assertThat(other.reason()).isEqualTo(Reason.CLAIMED);
        assertThat(other.provisional()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClaimIsGivenBackOnceNoRankOfTheAttemptIsOpen(boolean restoring) {
        for (ReadStatus status : new ReadStatus[] {ReadStatus.DECLINED, ReadStatus.FAILED}) {
            Scene scene = leasedFor(1, restoring);
            ask(scene, "r", "x");
            ask(scene, "rank-1", "x");

            scene.outcome("r", "a", "q", "x", status, BEGIN);
            assertThat(ask(scene, "rank-2", "y")).isEqualTo(Reason.CLAIMED);
            scene.outcome("rank-1", "a", "q", "x", status, BEGIN);
            assertThat(ask(scene, "rank-2", "y")).isEqualTo(Reason.WITHIN_LEASE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCompletedReadUsesItsClaimUpForGoodAlsoForItself(boolean restoring) {
        Scene scene = leasedFor(1, restoring);
        ask(scene, "r", "x");
        scene.outcome("q", "x", ReadStatus.COMPLETED, BEGIN);

        assertThat(ask(scene, "r", "x")).isEqualTo(Reason.CLAIMED);
        scene.outcome("q", "x", ReadStatus.FAILED, BEGIN);
        assertThat(ask(scene, "rank-1", "y")).isEqualTo(Reason.CLAIMED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksOfOneAttemptUseOneClaimUp(boolean restoring) {
        Scene scene = leasedFor(2, restoring);
        ask(scene, "r", "x");
        ask(scene, "rank-1", "x");
        scene.outcome("r", "a", "q", "x", ReadStatus.COMPLETED, BEGIN);
        scene.outcome("rank-1", "a", "q", "x", ReadStatus.COMPLETED, BEGIN);

        assertThat(ask(scene, "r", "y")).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(ask(scene, "r", "z")).isEqualTo(Reason.CLAIMED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReadThatWasNeverAskedForUsesAClaimUpToo(boolean restoring) {
        Scene scene = leasedFor(2, restoring);
        scene.outcome("q", "x", ReadStatus.COMPLETED, BEGIN).outcome("q", "y", ReadStatus.COMPLETED, BEGIN);

        assertThat(ask(scene, "r", "z")).isEqualTo(Reason.CLAIMED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClaimIsUsedUpBeforeItsAllocationIsKnown(boolean restoring) {
        Scene scene = withClocks(new Scene().restoringEachTime(restoring).start("a", BEGIN));
        scene.outcome("q", "x", ReadStatus.COMPLETED, BEGIN + SECOND);
        scene.outcome("rank-1", "a", "q", "x", ReadStatus.COMPLETED, BEGIN + SECOND);
        scene.allocateFor(2, 1, BEGIN, "q", EXPIRY, 7);
        assertThat(ask(scene, "r", "y")).as("one of two is left").isEqualTo(Reason.WITHIN_LEASE);
        assertThat(ask(scene, "r", "z")).isEqualTo(Reason.CLAIMED);

        scene.heartbeat(2, BEGIN + 2 * SECOND);
        assertThat(ask(scene, "r", "z")).as("and stays so once it is judged").isEqualTo(Reason.CLAIMED);
        scene.outcome("q", "y", ReadStatus.DECLINED, BEGIN);
        assertThat(ask(scene, "r", "z")).isEqualTo(Reason.WITHIN_LEASE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manyAttemptsAreKeptApartInWhateverOrderTheyEnd(boolean restoring) {
        int attempts = 20;
        for (long seed = 0; seed < 5; seed++) {
            Scene scene = leasedFor(attempts, restoring);
            List<String> open = new ArrayList<>();
            for (int i = 0; i < attempts; i++) {
                open.add("x" + i);
                assertThat(ask(scene, "r", "x" + i)).isEqualTo(Reason.WITHIN_LEASE);
            }
            Collections.shuffle(open, new Random(seed));
            for (String read : open) {
                assertThat(ask(scene, "r", "one more")).as("seed %d", seed).isEqualTo(Reason.CLAIMED);
                scene.outcome("q", read, ReadStatus.DECLINED, BEGIN);
                assertThat(ask(scene, "rank-1", read)).as("seed %d", seed).isEqualTo(Reason.WITHIN_LEASE);
                assertThat(scene.engine().reads("r", "q"))
                        .as("seed %d", seed)
                        .noneMatch(known -> known.readRequestId().equals(read));
            }
            assertThat(scene.engine().facts().openReads()).isEqualTo(attempts);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGapRevokesEveryOpenReadOnceAndNoOther(boolean restoring) {
        Scene scene = leasedFor(Absent.LONG, restoring);
        for (String reader : List.of("r", "rank-1", "rank-2")) {
            ask(scene, reader, "x");
            ask(scene, reader, "y");
        }
        scene.outcome("rank-1", "a", "q", "x", ReadStatus.FAILED, BEGIN);
        scene.outcome("rank-2", "a", "q", "x", ReadStatus.COMPLETED, BEGIN);
        scene.verdicts.clear();

        scene.heartbeat(3, BEGIN).heartbeat(5, BEGIN);

        assertThat(scene.verdicts)
                .extracting(v -> v.reader() + " " + v.readRequestId() + " " + v.reason() + " " + v.provisional())
                .containsExactlyInAnyOrder(
                        "r x EVENT_GAP true",
                        "r y EVENT_GAP true",
                        "rank-1 y EVENT_GAP true",
                        "rank-2 y EVENT_GAP true");
        assertThat(scene.engine().facts().openReads()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClockThatIsNotKnownAnyMoreRevokesTheReadsOfItsReader(boolean restoring) {
        Scene scene = leasedFor(Absent.LONG, restoring);
        ask(scene, "r", "x");
        ask(scene, "rank-1", "x");
        scene.verdicts.clear();

        scene.sample("r", "p", "a", BEGIN + 1, BEGIN + 1 + SECOND, BEGIN + 1);

        Verdict revoked = scene.verdicts.get(0);
        assertThat(scene.verdicts).hasSize(1);
        assertThat(revoked.reader()).isEqualTo("r");
        assertThat(revoked.reason()).isEqualTo(Reason.CLOCK_UNKNOWN);
        assertThat(revoked.trigger()).isEqualTo(Trigger.CLOCK_SAMPLE);
        scene.sample("rank-1", "p2", "a", BEGIN + 1, BEGIN + 1, BEGIN + 1);
        assertThat(scene.verdicts).as("another life of the reader").hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfALifeOrADoubtRevokesAllThatIsOpen(boolean restoring) {
        Scene doubted = leasedFor(Absent.LONG, restoring);
        ask(doubted, "r", "x");
        doubted.heartbeat("unknown", 4, BEGIN);
        assertThat(doubted.verdicts.get(1).reason()).isEqualTo(Reason.HOLDER_IN_DOUBT);
        doubted.start("b", BEGIN);
        assertThat(doubted.verdicts).as("once").hasSize(2);

        Scene restarted = leasedFor(Absent.LONG, restoring);
        ask(restarted, "r", "x");
        restarted.start("b", BEGIN);
        Verdict revoked = restarted.verdicts.get(1);
        assertThat(revoked.reason()).isEqualTo(Reason.ENGINE_RESTARTED);
        assertThat(revoked.holderLife()).isEqualTo("a");
        assertThat(revoked.provisional()).isFalse();
    }

    @Test
    void anAnswerTellsAllThatItRestsOn() {
        Scene scene = new Scene().start("a", BEGIN).allocate(1, BEGIN + 5, "q", EXPIRY, 7);
        scene.sample("r", "p", "a", BEGIN, BEGIN + 50_000, BEGIN + 20_000).heartbeat(2, BEGIN + 9);

        Verdict verdict = scene.ask("q", "x", BEGIN + 30_000);

        long spanNs = EXPIRY - 50_002 - (BEGIN + 20_000);
        long deadlineNs = BEGIN + 20_000 + spanNs - (spanNs * 100 + 999_999) / 1_000_000;
        long silentNs = BEGIN + 9 + Constants.SILENCE_NS - 29_998 - (BEGIN + 20_000);
        Evidence evidence = new Evidence(
                Rule.V19,
                true,
                BEGIN + 30_000,
                EXPIRY,
                Absent.LONG,
                BEGIN + 9,
                true,
                29_998,
                50_002,
                BEGIN + 20_000,
                40_000,
                20_000,
                "p",
                "a",
                Constants.SAFETY_MARGIN_NS,
                Constants.DRIFT_PPM,
                2,
                3,
                5,
                new AsOf(3, 5, 10, 20, 30));
        assertThat(verdict)
                .isEqualTo(new Verdict(
                        "r",
                        "p",
                        "h",
                        "a",
                        "q",
                        "x",
                        1,
                        Status.READABLE,
                        Reason.WITHIN_LEASE,
                        Trigger.READ_INTENT,
                        false,
                        BEGIN + 20_000 + silentNs + (silentNs * 100 + 999_999) / 1_000_000,
                        deadlineNs,
                        65,
                        evidence));
        assertThat(scene.restoreAndRepeat().verdicts).as("word for word").containsExactly(verdict);
    }

    @Test
    void anAnswerOfNothingKnownTellsOnlyWhatWasAsked() {
        ReadIntent intent =
                new ReadIntent("r", "p", "h", Optional.of("b"), "q", "x", new int[0][], 1, BEGIN, BEGIN + SECOND);

        Verdict untracked = new Scene().ask(intent);
        assertThat(untracked.holderLife()).isEqualTo("b");
        assertThat(untracked.leaseSeq()).isEqualTo(Absent.LONG);
        Evidence evidence = untracked.evidence();
        assertThat(evidence.tracked()).isFalse();
        assertThat(evidence.nowNs()).isEqualTo(BEGIN);
        assertThat(evidence.expiryNs()).isEqualTo(BEGIN + SECOND);
        assertThat(evidence.watermarkNs()).isEqualTo(Absent.LONG);
        assertThat(evidence.leaseEventOffset()).isEqualTo(Absent.LONG);
        assertThat(evidence.clockKnown()).isFalse();

        Verdict unknown = new Scene().start("a", BEGIN).ask("q", "x", BEGIN);
        assertThat(unknown.holderLife()).as("the current one").isEqualTo("a");
        assertThat(unknown.evidence().leaseEventOffset())
                .as("the holder's last event")
                .isEqualTo(1);
        assertThat(unknown.evidence().expiryNs()).isEqualTo(Absent.LONG);
        assertThat(unknown.evidence().watermarkNs()).isEqualTo(BEGIN);
        Verdict doubted = leasedFor(Absent.LONG, false).heartbeat("b", 1, BEGIN).ask("q", "x", BEGIN);
        assertThat(doubted.leaseSeq()).as("V4 does not look at the lease").isEqualTo(Absent.LONG);
        Verdict ofTheClocksLife = new Scene().sample(BEGIN).ask("q", "x", BEGIN);
        assertThat(ofTheClocksLife.holderLife()).isEqualTo("a");
        assertThat(new Scene().ask("q", "x", BEGIN).holderLife()).isEmpty();
    }

    @Test
    void aRevocationTellsWhyAndIsRepeatedWordForWord() {
        Scene scene = leasedFor(Absent.LONG, false);
        ask(scene, "r", "x");
        scene.release(2, BEGIN + SECOND, "q", "");

        Verdict revoked = scene.verdicts.get(1);
        assertThat(revoked.reason()).isEqualTo(Reason.RELEASED);
        assertThat(revoked.status()).isEqualTo(Status.EXPIRED);
        assertThat(revoked.trigger()).isEqualTo(Trigger.LEASE_EVENT);
        assertThat(revoked.leaseSeq()).isEqualTo(1);
        assertThat(revoked.readerLife()).isEqualTo("p");
        assertThat(revoked.deadlineNs()).isEqualTo(Absent.LONG);
        assertThat(revoked.revision()).isEqualTo(67);
        Evidence evidence = revoked.evidence();
        assertThat(evidence.rule()).isEqualTo(Rule.REVOCATION);
        assertThat(evidence.leaseEndNs()).isEqualTo(BEGIN + SECOND);
        assertThat(evidence.expiryNs()).isEqualTo(EXPIRY);
        assertThat(evidence.leaseEventOffset()).isEqualTo(7);
        assertThat(evidence.readIntentOffset()).isEqualTo(Absent.LONG);
        assertThat(evidence.refNs()).isEqualTo(BEGIN);
        assertThat(scene.restoreAndRepeat().verdicts).containsExactly(revoked);
        scene.outcome("q", "x", ReadStatus.DECLINED, BEGIN);
        assertThat(scene.restoreAndRepeat().verdicts)
                .as("its reader has heard it")
                .isEmpty();
    }

    @Test
    void lastWordsAreRepeatedForTheHorizon() {
        for (long more : new long[] {0, 1}) {
            Scene scene = leasedFor(Absent.LONG, false).allocate(2, BEGIN, "other", Absent.LONG, 9);
            ask(scene, "r", "x");
            scene.release(3, BEGIN, "q", "").heartbeat(4, BEGIN + Constants.HORIZON_NS + more);
            assertThat(scene.restoreAndRepeat().verdicts).hasSize(more == 0 ? 1 : 0);
        }
    }

    @Test
    void aSilentHolderIsForgottenAfterADayOfRecordTime() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, false);
        Scene heard = new Scene();
        engine.apply(
                new HandshakeSample("r", "p", "h", "a", 0, BEGIN, BEGIN, BEGIN),
                new Arrival(5, 0, new AsOf(0, 0, 1, 0, 0)),
                heard);

        assertThat(engine.lastRecordTimeMs()).isEqualTo(5);
        assertThat(engine.forgetIfSilent(5 + Constants.HOLDER_STATE_KEPT_MS)).isFalse();
        assertThat(engine.forgetIfSilent(6 + Constants.HOLDER_STATE_KEPT_MS)).isTrue();
        assertThat(engine.lastRecordTimeMs()).isEqualTo(Absent.LONG);
    }
}
