package dev.kvlease.torture.sim.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import org.junit.jupiter.api.Test;

/** The account of claims that a decline is checked against. */
class ClaimsTest {
    private final Claims claims = new Claims();

    @Test
    void aClaimUsedUpAndOneThatTheSameReadHoldsSinceAreTwo() {
        claims.take(outcome("read", ReadStatus.COMPLETED, Absent.LONG));
        claims.take(readable("read"));
        assertThat(claims.against(readable("another"))).isEqualTo(2);
        assertThat(claims.against(readable("read"))).isEqualTo(1);
    }

    @Test
    void aClaimThatIsUsedUpIsNotHeldBesides() {
        claims.take(readable("read"));
        claims.take(outcome("read", ReadStatus.COMPLETED, 4));
        claims.take(outcome("read", ReadStatus.COMPLETED, 4));
        assertThat(claims.against(readable("another"))).isEqualTo(1);
    }

    @Test
    void aClaimIsGivenBack() {
        claims.take(readable("read"));
        claims.take(outcome("read", ReadStatus.DECLINED, 4));
        assertThat(claims.against(readable("another"))).isZero();
    }

    @Test
    void aReadDoesNotStandInItsOwnWay() {
        claims.take(readable("read"));
        assertThat(claims.against(readable("read"))).isZero();
    }

    private static ReadOutcome outcome(String read, ReadStatus status, long leaseSeq) {
        return new ReadOutcome("r", "life of r", "h", "life", "request", read, leaseSeq, status, 1, 2);
    }

    private static Verdict readable(String read) {
        Evidence evidence = new Evidence(
                Rule.V19, true, 1, 1, 1, 1, true, 1, 1, 1, 1, 1, "", "", 1, 1, 1, 1, 1, new AsOf(0, 1, 1, 1, 1));
        return new Verdict(
                "r",
                "life of r",
                "h",
                "life",
                "request",
                read,
                4,
                Status.READABLE,
                Reason.WITHIN_LEASE,
                Trigger.READ_INTENT,
                false,
                1,
                1,
                1,
                evidence);
    }
}
