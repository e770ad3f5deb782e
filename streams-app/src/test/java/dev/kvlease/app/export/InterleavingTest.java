package dev.kvlease.app.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.AsOf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterleavingTest {
    @Test
    void withoutVerdictsRecordTimeDecides() {
        LogRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 20);
        LogRecord event = at(Topic.LEASE_EVENTS, 0, 0, 10);
        LogRecord elsewhere = at(Topic.LEASE_EVENTS, 1, 0, 15);
        assertThat(order(List.of(sample, event, elsewhere), List.of())).containsExactly(event, elsewhere, sample);
    }

    @Test
    void anAnswerFollowsWhatItKnewAndPrecedesWhatItDidNot() {
        LogRecord known = at(Topic.LEASE_EVENTS, 0, 0, 10);
        LogRecord intent = at(Topic.READ_INTENTS, 0, 0, 5);
        LogRecord early = at(Topic.LEASE_EVENTS, 0, 1, 11);
        LogRecord later = at(Topic.READ_INTENTS, 0, 1, 7);
        List<Cut> cuts = List.of(
                new Cut(new AsOf(0, 2L, 0L, 2L, 0L), Topic.READ_INTENTS),
                new Cut(new AsOf(0, 1L, 0L, 1L, 0L), Topic.READ_INTENTS));
        assertThat(order(List.of(known, early, intent, later), cuts)).containsExactly(known, intent, early, later);
    }

    @Test
    void aRevocationFollowsTheEventThatCausedIt() {
        LogRecord cause = at(Topic.LEASE_EVENTS, 0, 0, 10);
        LogRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 12);
        List<Cut> cuts = List.of(new Cut(new AsOf(0, 1L, 1L, 0L, 0L), Topic.LEASE_EVENTS));
        assertThat(order(List.of(cause, sample), cuts)).containsExactly(sample, cause);
    }

    @Test
    void whereNoReadWasRevokedItsOutcomeCameFirst() {
        LogRecord release = at(Topic.LEASE_EVENTS, 0, 0, 10);
        LogRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 11);
        LogRecord intent = at(Topic.READ_INTENTS, 0, 0, 12);
        List<Cut> cuts = List.of(new Cut(new AsOf(0, 1L, 0L, 1L, 1L), Topic.READ_INTENTS));
        assertThat(order(List.of(release, outcome, intent), cuts)).containsExactly(outcome, release, intent);
    }

    @Test
    void aPartitionKeepsItsOrderEvenAgainstRecordTime() {
        LogRecord late = at(Topic.LEASE_EVENTS, 0, 0, 30);
        LogRecord intent = at(Topic.READ_INTENTS, 0, 0, 5);
        LogRecord other = at(Topic.LEASE_EVENTS, 1, 0, 20);
        List<Cut> cuts = List.of(new Cut(new AsOf(0, 1L, 0L, 1L, 0L), Topic.READ_INTENTS));
        assertThat(order(List.of(late, intent, other), cuts)).containsExactly(other, late, intent);
    }

    private static List<LogRecord> order(List<LogRecord> inputs, List<Cut> cuts) {
        return Interleaving.order(new ArrayList<>(inputs), cuts);
    }

    private static LogRecord at(Topic topic, int partition, long offset, long timestampMs) {
        return new LogRecord(topic, partition, offset, timestampMs, topic + "-" + partition + "-" + offset);
    }
}
