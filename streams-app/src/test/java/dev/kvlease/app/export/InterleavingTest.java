package dev.kvlease.app.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.source.Content;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.AsOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InterleavingTest {
    @Test
    void withoutVerdictsRecordTimeDecides() {
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 20);
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord elsewhere = at(Topic.LEASE_EVENTS, 1, 0, 15);
        assertThat(order(List.of(sample, event, elsewhere), List.of())).containsExactly(event, elsewhere, sample);
    }

    @Test
    void anAnswerFollowsWhatItKnewAndPrecedesWhatItDidNot() {
        StoredRecord known = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 5);
        StoredRecord early = at(Topic.LEASE_EVENTS, 0, 1, 11);
        StoredRecord later = at(Topic.READ_INTENTS, 0, 1, 7);
        List<Cut> cuts = List.of(
                new Cut(new AsOf(0, 2L, 0L, 2L, 0L), Topic.READ_INTENTS),
                new Cut(new AsOf(0, 1L, 0L, 1L, 0L), Topic.READ_INTENTS));
        assertThat(order(List.of(known, early, intent, later), cuts)).containsExactly(known, intent, early, later);
    }

    @Test
    void aRevocationFollowsTheEventThatCausedIt() {
        StoredRecord cause = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 12);
        List<Cut> cuts = List.of(new Cut(new AsOf(0, 1L, 1L, 0L, 0L), Topic.LEASE_EVENTS));
        assertThat(order(List.of(cause, sample), cuts)).containsExactly(sample, cause);
    }

    @Test
    void whereNoReadWasRevokedItsOutcomeCameFirst() {
        StoredRecord release = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 11);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 12);
        List<Cut> cuts = List.of(new Cut(new AsOf(0, 1L, 0L, 1L, 1L), Topic.READ_INTENTS));
        assertThat(order(List.of(release, outcome, intent), cuts)).containsExactly(outcome, release, intent);
    }

    @Test
    void aPartitionKeepsItsOrderEvenAgainstRecordTime() {
        StoredRecord late = at(Topic.LEASE_EVENTS, 0, 0, 30);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 5);
        StoredRecord other = at(Topic.LEASE_EVENTS, 1, 0, 20);
        List<Cut> cuts = List.of(new Cut(new AsOf(0, 1L, 0L, 1L, 0L), Topic.READ_INTENTS));
        assertThat(order(List.of(late, intent, other), cuts)).containsExactly(other, late, intent);
    }

    private static List<StoredRecord> order(List<StoredRecord> inputs, List<Cut> cuts) {
        return Interleaving.order(new ArrayList<>(inputs), cuts);
    }

    private static StoredRecord at(Topic topic, int partition, long offset, long timestampMs) {
        return new StoredRecord(
                topic,
                new Origin("", 0, partition, offset, timestampMs),
                Optional.empty(),
                List.of(),
                new Content.Nothing(),
                Optional.empty());
    }
}
