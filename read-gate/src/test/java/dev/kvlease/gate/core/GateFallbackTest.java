package dev.kvlease.gate.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.gate.core.GateVerdict.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader decides by itself, beside what the stream has said. */
class GateFallbackTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_000 * SECOND;
    private static final long BEHIND = NOW + 3 * SECOND;
    private static final long END = BEHIND + SECOND;

    private final SentRecords sent = new SentRecords();
    private final GateCore gate = new GateCore(Verdicts.READER, GateOptions.DEFAULT, sent);

    @BeforeEach
    void knowTheHoldersClock() {
        gate.caughtUp(NOW);
        gate.sampled(new HandshakeSample("r", "life", "h", "hl", 0, NOW - 2, NOW - 1, NOW), NOW);
    }

    @Test
    void aReadThatTheFallbackWentOnWithIsUsedWhileItsLeaseStands() {
        ReadTicket ticket = permittedOnce();
        take(Verdicts.expired("RELEASED", false).kind(Kind.END).read("next").seq(8));

        assertThat(gate.confirm(ticket, END)).isEqualTo(use());
    }

    @Test
    void theEndOfThePermittedLeaseDiscardsWhatTheFallbackWentOnWith() {
        ReadTicket ticket = permittedOnce();
        take(Verdicts.expired("RELEASED", false).kind(Kind.END).read("other"));

        assertThat(gate.confirm(ticket, END)).isEqualTo(discard("RELEASED"));
    }

    @Test
    void theEndOfTheLifeWhoseClockDecidedDiscards() {
        ReadTicket ticket = readByFallback("req2");
        take(Verdicts.expired("ENGINE_RESTARTED", false)
                .kind(Kind.END)
                .read("other")
                .seq(Absent.LONG));

        assertThat(gate.confirm(ticket, NOW + SECOND)).isEqualTo(discard("ENGINE_RESTARTED"));
        assertThat(gate.fallback(dated("later", "req3"), NOW + SECOND).reason()).isEqualTo("ENGINE_RESTARTED");
    }

    @Test
    void anotherAttemptOfARequestWhoseLeaseIsOverIsNotAllowed() {
        take(Verdicts.expired("RELEASED", false).kind(Kind.END).read("other"));

        assertThat(gate.fallback(dated("dated", "req"), NOW).reason()).isEqualTo("RELEASED");
        assertThat(gate.fallback(dated("dated", "req2"), NOW).isReadable()).isTrue();
    }

    @Test
    void whatTheFallbackSaidIsOverWhenTheStreamIsBack() {
        ReadTicket ticket = dated("dated", "req");
        assertThat(gate.fallback(ticket, NOW).isReadable()).isTrue();
        take(Verdicts.readable(1).read("dated").until(NOW + SECOND).deadline(NOW + 50 * SECOND));
        gate.finished(ticket, NOW + SECOND + 1, NOW + 2 * SECOND, NOW + 2 * SECOND);

        assertThat(gate.confirm(ticket, NOW + 2 * SECOND)).isEqualTo(discard("STARTED_TOO_LATE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLAIMED", "HOLDER_IN_DOUBT", "EVENT_GAP"})
    void aProvisionalExpiredOutlastsLostTrack(String reason) {
        ReadTicket ticket = dated("dated", "req");
        take(Verdicts.expired(reason, true).read("dated"));
        gate.lostTrack();

        assertThat(gate.fallback(ticket, NOW).reason()).isEqualTo(reason);
        gate.caughtUp(NOW);
        take(Verdicts.readable(1).read("dated").intent(2).until(NOW + SECOND));
        assertThat(gate.check(ticket, NOW).isReadable()).isTrue();
    }

    @Test
    void whatTheStreamDeniedStaysDeniedWhenTrackIsLost() {
        ReadTicket ticket = readByFallback("req");
        take(Verdicts.expired("LEASE_CHANGED", false).read("dated"));
        gate.lostTrack();

        assertThat(gate.confirm(ticket, NOW + SECOND)).isEqualTo(discard("LEASE_CHANGED"));
    }

    @Test
    void theOutcomeOfAReadByTheFallbackNamesTheLifeWhoseClockDecided() {
        ReadTicket ticket = readByFallback("req");

        assertThat(gate.confirm(ticket, NOW + SECOND)).isEqualTo(use());
        assertThat(sent.outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(ReadStatus.COMPLETED);
            assertThat(outcome.holderLife()).isEqualTo("hl");
            assertThat(outcome.leaseSeq()).isEqualTo(Absent.LONG);
        });
    }

    @Test
    void theClockOfAnotherLifeDoesNotGoOnWithAPermittedRead() {
        ReadTicket ticket = dated("dated", "req");
        take(Verdicts.readable(1).read("dated").until(NOW + SECOND).deadline(NOW + 50 * SECOND));
        gate.sampled(new HandshakeSample("r", "life", "h", "next", 0, BEHIND - 2, BEHIND - 1, BEHIND), BEHIND);

        assertThat(gate.fallback(ticket, BEHIND).reason()).isEqualTo("CLOCK_UNKNOWN");
        gate.finished(ticket, BEHIND, END, END);
        assertThat(gate.confirm(ticket, END)).isEqualTo(discard("NOT_ALLOWED"));
    }

    /** A read whose permit has run out while the gate is behind, so that the fallback has allowed it. */
    private ReadTicket permittedOnce() {
        ReadTicket ticket = dated("dated", "req");
        take(Verdicts.readable(1).read("dated").until(NOW + SECOND).deadline(NOW + 50 * SECOND));
        assertThat(gate.fallback(ticket, BEHIND).source()).isEqualTo(Answer.Source.FALLBACK);
        gate.finished(ticket, BEHIND, END, END);
        return ticket;
    }

    private ReadTicket readByFallback(String request) {
        ReadTicket ticket = dated("dated", request);
        assertThat(gate.fallback(ticket, NOW).isReadable()).isTrue();
        gate.finished(ticket, NOW, NOW + SECOND, NOW + SECOND);
        return ticket;
    }

    private ReadTicket dated(String read, String request) {
        return gate.ask(ReadRequest.of("h", request, read, 4).withExpiryNs(NOW + 60 * SECOND), NOW);
    }

    private void take(Verdicts verdict) {
        gate.take(verdict.build(), NOW);
    }

    private static Step<Confirmation> use() {
        return new Step.Done<>(new Confirmation.Use(Answer.Source.FALLBACK));
    }

    private static Step<Confirmation> discard(String reason) {
        return new Step.Done<>(new Confirmation.Discard(reason));
    }
}
