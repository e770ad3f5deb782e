package dev.kvlease.gate.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.gate.core.GateVerdict.Kind;
import org.junit.jupiter.api.Test;

class GateCoreTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long NOW = 1_000 * SECOND;

    private final SentRecords sent = new SentRecords();
    private final GateCore gate = new GateCore(Verdicts.READER, GateOptions.DEFAULT, sent);
    private final ReadTicket ticket = askAndCatchUp();

    private ReadTicket askAndCatchUp() {
        gate.caughtUp(NOW);
        return gate.ask(ReadRequest.of("h", "req", "read", 4), NOW);
    }

    @Test
    void asksAtOnceAndKnowsNothingUntilAnswered() {
        assertThat(sent.intents).singleElement().satisfies(intent -> {
            assertThat(intent.nowNs()).isEqualTo(NOW);
            assertThat(intent.readRequestId()).isEqualTo("read");
        });
        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("NOT_ANSWERED");
        assertThat(gate.check(new ReadKey("h", "req", "other"), NOW).status()).isEqualTo(Answer.Status.UNKNOWN);
    }

    @Test
    void readableUntilTheTimesOfTheVerdict() {
        take(Verdicts.readable(1).until(NOW + SECOND).deadline(NOW + 5 * SECOND));
        gate.caughtUp(NOW + 5 * SECOND);

        assertThat(gate.check(ticket, NOW + SECOND).isReadable()).isTrue();
        assertThat(gate.check(new ReadKey("h", "req", "read"), NOW + SECOND).isReadable())
                .isTrue();
        assertThat(gate.check(ticket, NOW + SECOND + 1).reason()).isEqualTo("ASKED_AGAIN");
        assertThat(gate.check(ticket, NOW + 5 * SECOND))
                .returns(Answer.Status.EXPIRED, Answer::status)
                .returns("DEADLINE_PASSED", Answer::reason);
    }

    @Test
    void asksAgainOnceWhenTheTimeToStartHasRunOut() {
        take(Verdicts.readable(1).until(NOW).deadline(NOW + 60 * SECOND));
        gate.check(ticket, NOW + SECOND);
        gate.check(ticket, NOW + SECOND);
        gate.tick(NOW + SECOND);
        gate.check(ticket, NOW + SECOND + MS);
        gate.tick(NOW + SECOND + MS);

        assertThat(sent.intents).hasSize(2);
        take(Verdicts.readable(2).until(NOW + 9 * SECOND).deadline(NOW + 60 * SECOND));
        gate.caughtUp(NOW + SECOND);
        assertThat(gate.check(ticket, NOW + 2 * SECOND).isReadable()).isTrue();
    }

    @Test
    void aReadableDoesNotCountWhileTheGateIsBehind() {
        take(Verdicts.readable(1).until(NOW + 60 * SECOND).deadline(NOW + 90 * SECOND));

        assertThat(gate.check(ticket, NOW + 2 * SECOND).isReadable()).isTrue();
        assertThat(gate.check(ticket, NOW + 2 * SECOND + 1).reason()).isEqualTo("STREAM_BEHIND");
        assertThat(gate.staleness(NOW + 3 * SECOND)).isEqualTo(new Staleness(3 * SECOND, 0, true));
        gate.caughtUp(NOW + 3 * SECOND);
        assertThat(gate.check(ticket, NOW + 3 * SECOND).isReadable()).isTrue();
    }

    @Test
    void tellsHowLongTheOldestQuestionWaits() {
        gate.ask(ReadRequest.of("h", "req", "later", 4), NOW + SECOND);
        assertThat(gate.staleness(NOW + 2 * SECOND).unansweredNs()).isEqualTo(2 * SECOND);

        take(Verdicts.readable(1));
        assertThat(gate.staleness(NOW + 2 * SECOND).unansweredNs()).isEqualTo(SECOND);
    }

    @Test
    void aRevocationIsFinalWhateverItsRevision() {
        take(Verdicts.readable(9).until(NOW + SECOND).deadline(NOW + 9 * SECOND));
        assertThat(take(Verdicts.revocation("RELEASED").revision(1))).isEqualTo(Taken.REVOKED);
        assertThat(take(Verdicts.readable(10).until(NOW + SECOND))).isEqualTo(Taken.TOO_LATE);

        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("RELEASED");
        gate.ask(ReadRequest.of("h", "req", "read", 4), NOW);
        assertThat(sent.intents).hasSize(1);
    }

    @Test
    void aRevocationThatArrivesBeforeTheQuestionCounts() {
        take(Verdicts.revocation("LEASE_EXPIRED").read("early"));

        ReadTicket early = gate.ask(ReadRequest.of("h", "req", "early", 4), NOW);
        assertThat(gate.check(early, NOW).reason()).isEqualTo("LEASE_EXPIRED");
    }

    @Test
    void theNewestQuestionsAnswerStands() {
        take(Verdicts.readable(5).intent(20).until(NOW + SECOND).deadline(NOW + 9 * SECOND));
        assertThat(take(Verdicts.expired("CLOCK_UNKNOWN", true).intent(10).revision(4)))
                .isEqualTo(Taken.TOO_LATE);
        assertThat(gate.check(ticket, NOW).isReadable()).isTrue();
        assertThat(take(Verdicts.expired("HOLDER_SILENT", true).intent(30).revision(6)))
                .isEqualTo(Taken.ANSWERED);
        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("HOLDER_SILENT");
    }

    @Test
    void aFurtherAnswerToTheSameQuestionReplacesButRevivesNothing() {
        take(Verdicts.readable(5).intent(20).until(NOW + SECOND));
        assertThat(take(Verdicts.expired("DEADLINE_PASSED", false).intent(20).revision(3)))
                .isEqualTo(Taken.ANSWERED);
        assertThat(take(Verdicts.readable(7).intent(20).until(NOW + SECOND))).isEqualTo(Taken.TOO_LATE);
        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("DEADLINE_PASSED");

        ReadTicket other = gate.ask(ReadRequest.of("h", "req", "other", 4), NOW);
        take(Verdicts.expired("LEASE_UNKNOWN", true).read("other").intent(21));
        take(Verdicts.readable(7).read("other").intent(21).until(NOW + SECOND));
        assertThat(gate.check(other, NOW).isReadable()).isTrue();
    }

    @Test
    void theEndOfALeaseIsAbsorbingForEveryReadOfIt() {
        take(Verdicts.expired("RELEASED", false).kind(Kind.END).seq(7));
        ReadTicket other = gate.ask(ReadRequest.of("h", "req", "other", 4), NOW);

        assertThat(take(Verdicts.readable(50).read("other").seq(7).until(NOW + SECOND)))
                .isEqualTo(Taken.ABSORBED);
        assertThat(gate.check(other, NOW))
                .returns(Answer.Status.EXPIRED, Answer::status)
                .returns("RELEASED", Answer::reason);
        ReadTicket next = gate.ask(ReadRequest.of("h", "req", "next", 4), NOW);
        take(Verdicts.readable(51).read("next").seq(8).until(NOW + SECOND));
        assertThat(gate.check(next, NOW).isReadable()).isTrue();
    }

    @Test
    void theEndOfALifeEndsItsLeases() {
        take(Verdicts.expired("ENGINE_RESTARTED", false).kind(Kind.END).seq(Absent.LONG));
        ReadTicket other = gate.ask(ReadRequest.of("h", "req2", "other", 4), NOW);
        take(Verdicts.readable(50).request("req2").read("other").seq(3).until(NOW + SECOND));

        assertThat(gate.check(other, NOW).reason()).isEqualTo("ENGINE_RESTARTED");
    }

    @Test
    void anotherLeaseOfTheRequestTakesTheReadBack() {
        take(Verdicts.readable(5).seq(7).until(NOW + SECOND));
        assertThat(take(Verdicts.readable(6).intent(2).seq(8).until(NOW + SECOND)))
                .isEqualTo(Taken.REVOKED);
        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("LEASE_CHANGED");
    }

    @Test
    void aHolderThatBeginsToSendEventsDuringAReadTakesItBack() {
        take(Verdicts.readable(5).untracked().until(NOW + SECOND));
        assertThat(take(Verdicts.readable(6).intent(2).until(NOW + SECOND))).isEqualTo(Taken.REVOKED);
    }

    @Test
    void verdictsOfOthersAreLeftAlone() {
        assertThat(take(Verdicts.readable(1).reader("r2", "life"))).isEqualTo(Taken.OTHER_READER);
        assertThat(take(Verdicts.readable(1).reader("r", "old"))).isEqualTo(Taken.OTHER_LIFE);
        assertThat(take(Verdicts.revocation("RELEASED").reader("r", "old"))).isEqualTo(Taken.OTHER_LIFE);
        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("NOT_ANSWERED");
    }

    @Test
    void afterTrackIsLostNothingIsReadableUntilAnsweredAgain() {
        take(Verdicts.readable(5).until(NOW + SECOND));
        ReadTicket gone = gate.ask(ReadRequest.of("h", "req", "gone", 4), NOW);
        take(Verdicts.revocation("RELEASED").read("gone").seq(3));
        gate.lostTrack();
        gate.caughtUp(NOW);

        assertThat(gate.check(ticket, NOW).reason()).isEqualTo("NOT_ANSWERED");
        assertThat(gate.check(gone, NOW).reason()).isEqualTo("RELEASED");
        take(Verdicts.readable(1).intent(0).until(NOW + SECOND));
        assertThat(gate.check(ticket, NOW).isReadable()).isTrue();
    }

    @Test
    void waitsAndAsksAgainWhileTheAnswerIsProvisional() {
        assertThat(gate.await(ticket, NOW)).isEqualTo(new Step.Wait<>(NOW + 2 * SECOND));
        take(Verdicts.expired("LEASE_UNKNOWN", true));
        assertThat(gate.await(ticket, NOW + 50 * MS)).isEqualTo(new Step.Wait<>(NOW + 100 * MS));
        assertThat(sent.intents).hasSize(1);
        gate.await(ticket, NOW + 100 * MS);
        assertThat(sent.intents).hasSize(2);
        take(Verdicts.readable(9).intent(2).until(NOW + SECOND));
        assertThat(gate.await(ticket, NOW + 150 * MS))
                .isInstanceOfSatisfying(
                        Step.Done.class,
                        done -> assertThat(((Answer) done.result()).isReadable())
                                .isTrue());
    }

    @Test
    void sendsAQuestionAgainThatIsNotAnswered() {
        gate.await(ticket, NOW + 2 * SECOND);
        assertThat(sent.intents).hasSize(2);
    }

    @Test
    void aReadIsConfirmedOnceTheHolderHasBeenHeardPastItsEnd() {
        take(Verdicts.readable(5).until(NOW + SECOND).deadline(NOW + 60 * SECOND));
        long end = NOW + 2 * SECOND;
        gate.finished(ticket, NOW + SECOND, end, NOW + 30 * SECOND);

        assertThat(gate.confirm(ticket, end)).isInstanceOf(Step.Wait.class);
        assertThat(sent.intents).hasSize(2);
        take(Verdicts.readable(6).intent(2).heard(end + 10 * MS - 1));
        assertThat(gate.confirm(ticket, end + MS)).isInstanceOf(Step.Wait.class);
        // the holder's clock is 0 to 10 ms ahead at NOW, and may have drifted by 200,000 ns in 2 s
        take(Verdicts.readable(7).intent(3).heard(end + 10 * MS + 200_000));
        assertThat(gate.confirm(ticket, end + MS)).isEqualTo(use(Answer.Source.STREAM));
        assertThat(sent.outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(ReadStatus.COMPLETED);
            assertThat(outcome.leaseSeq()).isEqualTo(7);
            assertThat(outcome.startedNs()).isEqualTo(NOW + SECOND);
            assertThat(outcome.finishedNs()).isEqualTo(end);
        });
        assertThat(gate.check(ticket, end).reason()).isEqualTo("ALREADY_ENDED");
        assertThat(gate.confirm(ticket, end)).isEqualTo(discard("ALREADY_ENDED"));
        assertThat(sent.outcomes).hasSize(1);
    }

    @Test
    void thatOnlyTimeHasGoneOnIsNoReasonToDiscard() {
        take(Verdicts.readable(5).until(NOW + SECOND).deadline(NOW + 60 * SECOND));
        gate.finished(ticket, NOW, NOW + SECOND, NOW + 30 * SECOND);
        take(Verdicts.expired("WITHIN_SAFETY_MARGIN", false)
                .intent(2)
                .revision(6)
                .heard(NOW + 2 * SECOND));

        assertThat(gate.confirm(ticket, NOW + 2 * SECOND)).isEqualTo(use(Answer.Source.STREAM));
    }

    @Test
    void aReadIsDiscardedFor() {
        assertThat(confirmAfter(Verdicts.revocation("BLOCKS_REUSED"), NOW + SECOND))
                .isEqualTo(discard("BLOCKS_REUSED"));
    }

    @Test
    void anEndThatIsHeardDiscards() {
        Verdicts released =
                Verdicts.expired("RELEASED", false).kind(Kind.END).intent(2).revision(6);
        assertThat(confirmAfter(released, NOW + SECOND)).isEqualTo(discard("RELEASED"));
        assertThat(sent.outcomes.get(0).status()).isEqualTo(ReadStatus.FAILED);
    }

    @Test
    void theDeadlineDiscards() {
        take(Verdicts.readable(5).until(NOW + SECOND).deadline(NOW + 2 * SECOND));
        gate.finished(ticket, NOW, NOW + 2 * SECOND, NOW + 30 * SECOND);
        assertThat(gate.confirm(ticket, NOW + 2 * SECOND)).isEqualTo(discard("DEADLINE_PASSED"));
    }

    @Test
    void aReadThatWasNotAllowedOrStartedTooLateIsDiscarded() {
        gate.finished(ticket, NOW, NOW + SECOND, NOW + 30 * SECOND);
        assertThat(gate.confirm(ticket, NOW + SECOND)).isEqualTo(discard("NOT_ALLOWED"));

        ReadTicket late = gate.ask(ReadRequest.of("h", "req", "late", 4), NOW);
        take(Verdicts.readable(5).read("late").until(NOW).deadline(NOW + 60 * SECOND));
        gate.finished(late, NOW + 1, NOW + SECOND, NOW + 30 * SECOND);
        assertThat(gate.confirm(late, NOW + SECOND)).isEqualTo(discard("STARTED_TOO_LATE"));
    }

    @Test
    void aHolderThatIsNotHeardInTimeDiscards() {
        take(Verdicts.readable(5)
                .until(NOW + SECOND)
                .deadline(NOW + 60 * SECOND)
                .heard(NOW));
        gate.finished(ticket, NOW, NOW + SECOND, NOW + 3 * SECOND);
        take(Verdicts.expired("HOLDER_SILENT", true).intent(2).revision(6).heard(NOW));

        assertThat(gate.confirm(ticket, NOW + 3 * SECOND - 1)).isEqualTo(new Step.Wait<>(NOW + 3 * SECOND));
        assertThat(gate.confirm(ticket, NOW + 3 * SECOND)).isEqualTo(discard("NOT_CONFIRMED"));
    }

    @Test
    void nothingWasReadOfAFullHit() {
        take(Verdicts.readable(5).reason("FULL_PREFIX_HIT").seq(Absent.LONG));
        gate.finished(ticket, NOW, NOW, NOW);
        assertThat(gate.confirm(ticket, NOW)).isEqualTo(use(Answer.Source.STREAM));
    }

    @Test
    void ofAHolderWithoutEventsNothingMoreCanBeHeard() {
        take(Verdicts.readable(5).untracked().until(NOW + SECOND).deadline(NOW + 2 * SECOND));
        gate.finished(ticket, NOW, NOW + SECOND, NOW + 9 * SECOND);
        assertThat(gate.confirm(ticket, NOW + SECOND)).isEqualTo(use(Answer.Source.STREAM));
    }

    @Test
    void theFallbackDecidesByOwnSamplesAndTheDeadlineOfTheRequest() {
        ReadTicket dated = gate.ask(ReadRequest.of("h", "req", "dated", 4).withExpiryNs(NOW + 10 * SECOND), NOW);
        assertThat(gate.fallback(dated, NOW).reason()).isEqualTo("CLOCK_UNKNOWN");
        gate.sampled(new HandshakeSample("r", "life", "h", "hl", 0, NOW - 2, NOW - 1, NOW), NOW);

        Answer answer = gate.fallback(dated, NOW);
        assertThat(answer.isReadable()).isTrue();
        assertThat(answer.source()).isEqualTo(Answer.Source.FALLBACK);
        assertThat(answer.deadlineNs()).isBetween(NOW + 10 * SECOND - 1_100_000, NOW + 10 * SECOND);
        assertThat(gate.fallback(dated, NOW + 5 * SECOND).reason()).isEqualTo("WITHIN_SAFETY_MARGIN");
        assertThat(gate.fallback(dated, NOW + 10 * SECOND).reason()).isEqualTo("DEADLINE_PASSED");
        assertThat(gate.fallback(ticket, NOW))
                .as("without a deadline")
                .returns(Answer.Status.EXPIRED, Answer::status)
                .returns("NO_DEADLINE", Answer::reason);
    }

    @Test
    void aReadByTheFallbackIsConfirmedByItsDeadlineUnlessTheStreamDeniesIt() {
        gate.sampled(new HandshakeSample("r", "life", "h", "hl", 0, NOW - 2, NOW - 1, NOW), NOW);
        ReadTicket first = gate.ask(ReadRequest.of("h", "req", "f1", 4).withExpiryNs(NOW + 10 * SECOND), NOW);
        ReadTicket second = gate.ask(ReadRequest.of("h", "req", "f2", 4).withExpiryNs(NOW + 10 * SECOND), NOW);
        ReadTicket third = gate.ask(ReadRequest.of("h", "req3", "f3", 4).withExpiryNs(NOW + 10 * SECOND), NOW);
        ReadTicket elsewhere = gate.ask(ReadRequest.of("h", "req2", "f4", 4).withExpiryNs(NOW + 10 * SECOND), NOW);
        gate.fallback(elsewhere, NOW);
        gate.fallback(first, NOW);
        gate.fallback(second, NOW);
        gate.fallback(third, NOW);
        gate.finished(elsewhere, NOW, NOW + SECOND, NOW + SECOND);
        gate.finished(first, NOW, NOW + SECOND, NOW + SECOND);
        gate.finished(second, NOW, NOW + SECOND, NOW + SECOND);
        gate.finished(third, NOW, NOW + 10 * SECOND, NOW + 10 * SECOND);
        take(Verdicts.expired("RELEASED", false).kind(Kind.END).read("f2"));

        assertThat(gate.confirm(elsewhere, NOW + SECOND)).isEqualTo(use(Answer.Source.FALLBACK));
        assertThat(gate.confirm(first, NOW + SECOND)).as("of the same request").isEqualTo(discard("RELEASED"));
        assertThat(gate.confirm(second, NOW + SECOND)).isEqualTo(discard("RELEASED"));
        assertThat(gate.confirm(third, NOW + 10 * SECOND)).isEqualTo(discard("DEADLINE_PASSED"));
    }

    @Test
    void theFallbackNeverOverrulesWhatTheStreamHasSaid() {
        gate.sampled(new HandshakeSample("r", "life", "h", "hl", 0, NOW - 2, NOW - 1, NOW), NOW);
        ReadTicket dated = gate.ask(
                ReadRequest.of("h", "req", "dated", 4)
                        .withExpiryNs(NOW + 60 * SECOND)
                        .withHolderLife("hl"),
                NOW);
        take(Verdicts.expired("EVENT_GAP", true).read("dated"));
        assertThat(gate.fallback(dated, NOW).reason()).isEqualTo("EVENT_GAP");
        take(Verdicts.readable(2).read("dated").intent(2).until(NOW + SECOND).deadline(NOW + 50 * SECOND));
        assertThat(gate.fallback(dated, NOW).source()).isEqualTo(Answer.Source.STREAM);
        assertThat(gate.fallback(dated, NOW + 3 * SECOND).source()).isEqualTo(Answer.Source.FALLBACK);
        take(Verdicts.expired("ENGINE_RESTARTED", false)
                .read("x")
                .kind(Kind.END)
                .seq(Absent.LONG));
        assertThat(gate.fallback(dated, NOW + 3 * SECOND).reason()).isEqualTo("ENGINE_RESTARTED");
    }

    @Test
    void theFallbackCanBeSwitchedOff() {
        GateOptions off = GateOptions.DEFAULT.withFallback(GateOptions.Fallback.EXPIRED);
        GateCore strict = new GateCore(Verdicts.READER, off, sent);
        ReadTicket asked = strict.ask(ReadRequest.of("h", "req", "read", 4).withExpiryNs(NOW + 60 * SECOND), NOW);

        assertThat(strict.fallback(asked, NOW).reason()).isEqualTo("FALLBACK_OFF");
    }

    @Test
    void keepsNoMoreReadsThanItMayButEveryRevocation() {
        GateCore small = new GateCore(Verdicts.READER, GateOptions.DEFAULT.withMostReads(1), sent);
        small.caughtUp(NOW);
        small.ask(ReadRequest.of("h", "req", "one", 4), NOW);
        ReadTicket two = small.ask(ReadRequest.of("h", "req", "two", 4), NOW);

        assertThat(small.check(two, NOW).reason()).isEqualTo("GATE_FULL");
        assertThat(small.take(Verdicts.readable(1).read("three").build(), NOW)).isEqualTo(Taken.NO_ROOM);
        assertThat(small.take(Verdicts.revocation("RELEASED").read("two").build(), NOW))
                .isEqualTo(Taken.REVOKED);
        assertThat(small.check(new ReadKey("h", "req", "two"), NOW).reason()).isEqualTo("RELEASED");
    }

    @Test
    void forgetsWhatHasBeenQuietForLong() {
        take(Verdicts.revocation("RELEASED"));
        ReadTicket ended = gate.ask(ReadRequest.of("h", "req", "ended", 4), NOW);
        gate.report(ended, ReadStatus.DECLINED, NOW, NOW, NOW);
        long keepNs = GateOptions.DEFAULT.keep().toNanos();

        gate.forget(NOW + 31 * SECOND);
        assertThat(gate.size()).isEqualTo(1);
        gate.forget(NOW + keepNs);
        assertThat(gate.size()).isEqualTo(1);
        gate.forget(NOW + keepNs + 1);
        assertThat(gate.size()).isZero();
    }

    @Test
    void idsThatTheStreamWouldRefuseAreRefusedHere() {
        assertThatThrownBy(() -> ReadRequest.of("", "req", "read", 4)).hasMessageContaining("holder");
        assertThatThrownBy(() -> ReadRequest.of("h", "req", "read", -1)).hasMessageContaining("negative");
        assertThatThrownBy(() -> new Reader("r", "")).isInstanceOf(IllegalArgumentException.class);
    }

    private Step<Confirmation> confirmAfter(Verdicts then, long finishedNs) {
        take(Verdicts.readable(5).until(NOW + SECOND).deadline(NOW + 60 * SECOND));
        gate.finished(ticket, NOW, finishedNs, NOW + 30 * SECOND);
        take(then);
        return gate.confirm(ticket, finishedNs);
    }

    private Taken take(Verdicts verdict) {
        return gate.take(verdict.build(), NOW);
    }

    private static Step<Confirmation> use(Answer.Source source) {
        return new Step.Done<>(new Confirmation.Use(source));
    }

    private static Step<Confirmation> discard(String reason) {
        return new Step.Done<>(new Confirmation.Discard(reason));
    }
}
