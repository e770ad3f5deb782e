package dev.kvlease.app.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Consumption;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictEvidence;
import dev.kvlease.schemas.VerdictTrigger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsumedOrderTest {
    private final ConsumedOrder order = new ConsumedOrder();

    @Test
    void withoutVerdictsRecordTimeDecides() throws IOException {
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 20);
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord elsewhere = at(Topic.LEASE_EVENTS, 1, 0, 15);

        assertThat(ordered(sample, event, elsewhere)).containsExactly(event, elsewhere, sample);
    }

    @Test
    void anAnswerFollowsWhatItKnewAndPrecedesWhatItDidNot() throws IOException {
        StoredRecord known = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 5);
        StoredRecord early = at(Topic.LEASE_EVENTS, 0, 1, 11);
        StoredRecord later = at(Topic.READ_INTENTS, 0, 1, 7);
        learn(VerdictTrigger.READ_INTENT, 2, 0, 2, 0);
        learn(VerdictTrigger.READ_INTENT, 1, 0, 1, 0);

        assertThat(ordered(known, early, intent, later)).containsExactly(known, intent, early, later);
    }

    @Test
    void aRevocationFollowsTheEventThatCausedIt() throws IOException {
        StoredRecord cause = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 12);
        learn(VerdictTrigger.LEASE_EVENT, 1, 1, 0, 0);

        assertThat(ordered(cause, sample)).containsExactly(sample, cause);
    }

    @Test
    void whereNoReadWasRevokedItsOutcomeCameFirst() throws IOException {
        StoredRecord release = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 11);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 12);
        learn(VerdictTrigger.READ_INTENT, 1, 0, 1, 1);

        assertThat(ordered(release, outcome, intent)).containsExactly(outcome, release, intent);
    }

    @Test
    void behindTheLastVerdictOutcomesComeFirstUntilAnotherQuestion() throws IOException {
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 1);
        StoredRecord release = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 11);
        StoredRecord open = at(Topic.READ_INTENTS, 0, 1, 20);
        StoredRecord unknown = at(Topic.LEASE_EVENTS, 0, 1, 30);
        StoredRecord late = at(Topic.READ_OUTCOMES, 0, 1, 31);
        learn(VerdictTrigger.READ_INTENT, 0, 0, 1, 0);

        assertThat(ordered(intent, release, outcome, open, unknown, late))
                .containsExactly(intent, outcome, release, open, unknown, late);
    }

    @Test
    void aPartitionKeepsItsOrderEvenAgainstRecordTime() throws IOException {
        StoredRecord late = at(Topic.LEASE_EVENTS, 0, 0, 30);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 5);
        StoredRecord other = at(Topic.LEASE_EVENTS, 1, 0, 20);
        learn(VerdictTrigger.READ_INTENT, 1, 0, 1, 0);

        assertThat(ordered(late, intent, other)).containsExactly(other, late, intent);
    }

    @Test
    void aTrailTellsEveryStep() throws IOException {
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 3);
        StoredRecord first = at(Topic.LEASE_EVENTS, 0, 0, 1);
        StoredRecord second = at(Topic.LEASE_EVENTS, 0, 1, 2);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 5);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 4);
        learn(consumed(7, 5, "[7]oesei"), 2, 1, 1, 1);

        assertThat(ordered(sample, first, second, outcome, intent))
                .containsExactly(outcome, first, sample, second, intent);
    }

    /** Offsets that the task passed over, or that an export left out, put nothing out of step. */
    @Test
    void recordsThatAreNotThereAreNoSteps() throws IOException {
        StoredRecord third = at(Topic.LEASE_EVENTS, 0, 9, 3);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 1, 1);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 2);
        learn(consumed(7, 6, "[7]eese@9si"), 10, 2, 1, 0);

        assertThat(ordered(third, sample, intent)).containsExactly(third, sample, intent);
    }

    @Test
    void aRunGoesOnWhereItsStateWasAndWhatItTookAgainCountsAsTakenThen() throws IOException {
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 0, 1);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 2);
        StoredRecord next = at(Topic.LEASE_EVENTS, 0, 1, 3);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 4);
        learn(consumed(7, 4, "[7]eies"), 2, 1, 1, 0);
        learn(consumed(9, 4, "[7]ei[9<7]se@1"), 2, 1, 1, 0);

        assertThat(ordered(event, intent, next, sample)).containsExactly(event, intent, sample, next);
    }

    @Test
    void whatLiesBeforeAllThatIsToldComesByTime() throws IOException {
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 4, 2);
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 6, 1);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 2, 3);
        StoredRecord release = at(Topic.LEASE_EVENTS, 0, 7, 9);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 3, 8);
        learn(consumed(7, 100, "ei"), 8, 5, 4, 3);

        assertThat(ordered(sample, event, outcome, release, intent))
                .containsExactly(event, sample, outcome, release, intent);
    }

    @Test
    void stepsThatNoVerdictTellsOfComeByTime() throws IOException {
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 0, 9);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 8);
        StoredRecord untoldEvent = at(Topic.LEASE_EVENTS, 0, 1, 12);
        StoredRecord untoldOutcome = at(Topic.READ_OUTCOMES, 0, 0, 11);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 30);
        StoredRecord nextSample = at(Topic.HANDSHAKE_SAMPLES, 0, 1, 20);
        learn(consumed(7, 2, "[7]es"), 1, 1, 0, 0);
        learn(consumed(7, 6, "is"), 2, 2, 1, 1);

        assertThat(ordered(intent, untoldOutcome, sample, nextSample, event, untoldEvent))
                .containsExactly(event, sample, untoldOutcome, untoldEvent, intent, nextSample);
    }

    @Test
    void whatWasTakenBeforeTheStreamBeganAnewComesAsTheRunBeforeTookIt() throws IOException {
        StoredRecord firstEvent = at(Topic.LEASE_EVENTS, 0, 0, 1);
        StoredRecord secondEvent = at(Topic.LEASE_EVENTS, 0, 1, 2);
        StoredRecord firstSample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 3);
        StoredRecord firstIntent = at(Topic.READ_INTENTS, 0, 0, 4);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 5);
        StoredRecord thirdEvent = at(Topic.LEASE_EVENTS, 0, 2, 20);
        StoredRecord secondSample = at(Topic.HANDSHAKE_SAMPLES, 0, 1, 21);
        StoredRecord secondIntent = at(Topic.READ_INTENTS, 0, 1, 22);
        learn(consumed(7, 5, "[7]oesie"), 2, 1, 1, 1);
        learn(consumed(9, 3, "[9]s@1e@2i@1"), 3, 2, 2, 0);

        assertThat(ordered(
                        firstEvent,
                        secondEvent,
                        firstSample,
                        firstIntent,
                        outcome,
                        thirdEvent,
                        secondSample,
                        secondIntent))
                .containsExactly(
                        outcome,
                        firstEvent,
                        firstSample,
                        firstIntent,
                        secondEvent,
                        secondSample,
                        thirdEvent,
                        secondIntent);
    }

    @Test
    void whatLiesBeforeAStreamThatBeganAnewComesByTime() throws IOException {
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 4, 3);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 2, 2);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 1, 1);
        StoredRecord laterEvent = at(Topic.LEASE_EVENTS, 0, 5, 12);
        StoredRecord laterSample = at(Topic.HANDSHAKE_SAMPLES, 0, 3, 11);
        StoredRecord laterIntent = at(Topic.READ_INTENTS, 0, 2, 10);
        learn(consumed(9, 3, "[9]e@5s@3i@2"), 6, 4, 3, 0);

        assertThat(ordered(event, laterEvent, sample, laterSample, intent, laterIntent))
                .containsExactly(intent, sample, event, laterEvent, laterSample, laterIntent);
    }

    @Test
    void whatAStreamThatBeganAnewTookAgainCountsAsTakenThen() throws IOException {
        StoredRecord first = at(Topic.LEASE_EVENTS, 0, 0, 1);
        StoredRecord second = at(Topic.LEASE_EVENTS, 0, 1, 2);
        StoredRecord third = at(Topic.LEASE_EVENTS, 0, 2, 3);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 4);
        StoredRecord nextSample = at(Topic.HANDSHAKE_SAMPLES, 0, 1, 5);
        learn(consumed(7, 5, "[7]ese2s"), 3, 2, 0, 0);
        learn(consumed(9, 3, "[9]s@1e@1e"), 3, 2, 0, 0);

        assertThat(ordered(first, second, third, sample, nextSample))
                .containsExactly(first, sample, nextSample, second, third);
    }

    /** The number of a run is the clock of its host. */
    @Test
    void theLastRunIsTheOneThatWroteTheNewestVerdictsNotTheOneWithTheHighestNumber() throws IOException {
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 0, 2);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 1);
        StoredRecord nextEvent = at(Topic.LEASE_EVENTS, 0, 1, 3);
        StoredRecord nextSample = at(Topic.HANDSHAKE_SAMPLES, 0, 1, 4);
        learn(consumed(20, 2, "[20]es"), 1, 1, 0, 0);
        learn(consumed(10, 2, "[10]s@1e@1"), 2, 2, 0, 0);

        assertThat(ordered(event, sample, nextEvent, nextSample)).containsExactly(event, sample, nextSample, nextEvent);
    }

    @Test
    void ofTwoRunsThatWentOnFromTheSameStateTheNewestCounts() throws IOException {
        StoredRecord event = at(Topic.LEASE_EVENTS, 0, 0, 1);
        StoredRecord sample = at(Topic.HANDSHAKE_SAMPLES, 0, 0, 2);
        StoredRecord intent = at(Topic.READ_INTENTS, 0, 0, 3);
        learn(consumed(7, 1, "[7]e"), 1, 0, 0, 0);
        learn(consumed(9, 3, "[7]e[9<7]si"), 1, 1, 1, 0);
        learn(consumed(8, 3, "[7]e[8<7]is"), 1, 1, 1, 0);

        assertThat(ordered(event, sample, intent)).containsExactly(event, intent, sample);
    }

    @Test
    void aVerdictThatCannotBeUsedLeavesTheOrderAsItWas() throws IOException {
        StoredRecord release = at(Topic.LEASE_EVENTS, 0, 0, 10);
        StoredRecord outcome = at(Topic.READ_OUTCOMES, 0, 0, 11);

        assertThatThrownBy(() -> learn(consumed(7, 1, "x"), 1, 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> learn(consumed(7, 1, "e5000"), 1, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(order.verdicts()).isZero();
        assertThat(ordered(release, outcome)).containsExactly(release, outcome);
    }

    private void learn(VerdictTrigger trigger, long events, long samples, long intents, long outcomes) {
        Verdict verdict = verdict(events, samples, intents, outcomes);
        verdict.setTrigger(trigger);
        order.learn(record(Topic.VERDICTS, 0, order.verdicts(), 0, new Content.Decoded(verdict)));
    }

    private void learn(Consumption consumed, long events, long samples, long intents, long outcomes) {
        Verdict verdict = verdict(events, samples, intents, outcomes);
        verdict.setConsumed(consumed);
        order.learn(record(Topic.VERDICTS, 0, order.verdicts(), 0, new Content.Decoded(verdict)));
    }

    private static Verdict verdict(long events, long samples, long intents, long outcomes) {
        VerdictEvidence evidence = new VerdictEvidence();
        evidence.setAsOf(new AsOf(0, events, samples, intents, outcomes));
        Verdict verdict = new Verdict();
        verdict.setEvidence(evidence);
        return verdict;
    }

    private static Consumption consumed(long run, long step, String trail) {
        return new Consumption(run, step, trail);
    }

    private List<StoredRecord> ordered(StoredRecord... records) throws IOException {
        Map<String, List<StoredRecord>> partitions = new LinkedHashMap<>();
        Arrays.stream(records)
                .forEach(record -> partitions
                        .computeIfAbsent(record.topic() + "-" + record.origin().partition(), p -> new ArrayList<>())
                        .add(record));
        List<StoredRecord> ordered = new ArrayList<>();
        try (RecordStream merged =
                order.merge(partitions.values().stream().map(ListStream::new).toList())) {
            for (Optional<StoredRecord> next = merged.next(); next.isPresent(); next = merged.next()) {
                ordered.add(next.get());
            }
        }
        return ordered;
    }

    private static StoredRecord at(Topic topic, int partition, long offset, long timestampMs) {
        return record(topic, partition, offset, timestampMs, new Content.Nothing());
    }

    private static StoredRecord record(Topic topic, int partition, long offset, long timestampMs, Content content) {
        Origin origin = new Origin("", 0, partition, offset, timestampMs);
        return new StoredRecord(topic, origin, Optional.empty(), List.of(), content, Optional.empty());
    }

    /** Records of one partition. */
    private static final class ListStream implements PartitionStream {
        private final List<StoredRecord> records;
        private int next;

        ListStream(List<StoredRecord> records) {
            this.records = records;
        }

        @Override
        public Topic topic() {
            return records.get(0).topic();
        }

        @Override
        public int partition() {
            return records.get(0).origin().partition();
        }

        @Override
        public Optional<StoredRecord> next() {
            return next < records.size() ? Optional.of(records.get(next++)) : Optional.empty();
        }

        @Override
        public void goTo(long offset) {
            next = (int) records.stream()
                    .filter(each -> each.origin().offset() < offset)
                    .count();
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
