package dev.kvlease.torture.process.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictEvidence;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.VerdictRule;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import org.junit.jupiter.api.Test;

class LastWordsTest {
    private static Verdict verdict(VerdictStatus status, VerdictTrigger trigger, long question, long revision) {
        return Verdict.newBuilder()
                .setReaderEngineId("p0")
                .setReaderIncarnation("p")
                .setHolderEngineId("d0")
                .setHolderIncarnation("d")
                .setRequestId("r")
                .setReadRequestId("read")
                .setLeaseSeq(1L)
                .setStatus(status)
                .setReason(VerdictReason.WITHIN_LEASE)
                .setTrigger(trigger)
                .setProvisional(false)
                .setRevision(revision)
                .setEvidence(VerdictEvidence.newBuilder()
                        .setRule(VerdictRule.V19)
                        .setTracked(true)
                        .setMarginNs(0)
                        .setDriftPpm(100)
                        .setReadIntentOffset(question)
                        .setAsOf(new AsOf(0, 0L, 0L, 0L, 0L))
                        .build())
                .build();
    }

    private static Verdict last(Verdict... verdicts) {
        LastWords words = new LastWords();
        for (Verdict each : verdicts) {
            words.learn(each);
        }
        return words.all().values().iterator().next();
    }

    @Test
    void theNewestQuestionCountsAndTheLatestAnswerToIt() {
        Verdict first = verdict(VerdictStatus.READABLE, VerdictTrigger.READ_INTENT, 1, 10);
        Verdict newer = verdict(VerdictStatus.EXPIRED, VerdictTrigger.READ_INTENT, 2, 20);
        Verdict again = verdict(VerdictStatus.EXPIRED, VerdictTrigger.READ_INTENT, 1, 9);

        assertThat(last(first, newer)).isSameAs(newer);
        assertThat(last(newer, first)).isSameAs(newer);
        assertThat(last(first, again)).as("after a crash").isSameAs(again);
    }

    @Test
    void whatWasTakenBackStaysSo() {
        Verdict readable = verdict(VerdictStatus.READABLE, VerdictTrigger.READ_INTENT, 1, 10);
        Verdict revoked = verdict(VerdictStatus.EXPIRED, VerdictTrigger.LEASE_EVENT, 1, 5);

        assertThat(last(readable, revoked)).isSameAs(revoked);
        assertThat(last(revoked, readable)).isSameAs(revoked);
        assertThat(LastWords.essence(revoked)).startsWith("taken back");
    }
}
