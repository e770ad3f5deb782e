package dev.kvlease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Any order and duplication of one life's events after its ENGINE_STARTED, within the horizon, ends in the same answers
 * to the same questions.
 */
class EventOrderTest {
    private static final int SEEDS = Integer.getInteger("kvlease.seeds", 100);
    private static final int EVENTS = 60;
    private static final int ORDERS = 4;

    @Test
    void orderAndDuplicationDoNotMatterToTheModel() {
        check(Answers::ofModel);
    }

    @Test
    void orderAndDuplicationDoNotMatterToTheCore() {
        check(CoreAnswers::ofCore);
    }

    private static void check(Function<PlainSettings, Answers> implementation) {
        int readable = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<PlainRecord> events = events(random);
            List<PlainRecord> questions = questions(random, events);
            List<PlainAnswer> inOrder = ask(implementation, events, questions);
            for (int order = 0; order < ORDERS; order++) {
                List<PlainRecord> shuffled = shuffled(events, random);
                assertThat(ask(implementation, shuffled, questions))
                        .as("seed %d, events %s", seed, shuffled)
                        .isEqualTo(inOrder);
            }
            readable += inOrder.stream().anyMatch(a -> a.toString().contains("READABLE")) ? 1 : 0;
        }
        assertThat(readable).as("histories with a READABLE").isGreaterThan(SEEDS / 4);
    }

    /** A life of less than HORIZON, in order, ENGINE_STARTED first. */
    private static List<PlainRecord> events(Random random) {
        PlainHolder model = new PlainHolder(PlainSettings.DEFAULT);
        RandomHolder producer = new RandomHolder(random, model, false, false);
        List<PlainRecord> events = new ArrayList<>();
        long trueNs = PlainTime.seconds(1_000);
        for (int i = 0; i < EVENTS; i++) {
            PlainRecord event = i == 0 ? producer.start(trueNs) : producer.event(trueNs);
            model.feed(event, 1);
            events.add(event);
            trueNs += PlainTime.seconds(random.nextInt(random.nextInt(10) == 0 ? 60 : 3));
            trueNs = Math.min(trueNs, PlainTime.seconds(1_590));
        }
        return events;
    }

    private static List<PlainRecord> shuffled(List<PlainRecord> events, Random random) {
        List<PlainRecord> rest = new ArrayList<>(events.subList(1, events.size()));
        for (int i = 0; i < EVENTS / 4; i++) {
            rest.add(events.get(random.nextInt(events.size())));
        }
        Collections.shuffle(rest, random);
        rest.add(0, events.get(0));
        return rest;
    }

    /** A clock, every request twice, and a completed read of each. */
    private static List<PlainRecord> questions(Random random, List<PlainRecord> events) {
        PlainRecord.Event last = (PlainRecord.Event) events.get(events.size() - 1);
        String holder = last.holder();
        long now = PlainTime.seconds(10) + last.clockNs();
        List<PlainRecord> questions = new ArrayList<>();
        questions.add(new PlainRecord.Sample("p0", "p", holder, last.life(), 0, now, last.clockNs(), now + 1_000));
        for (int r = 0; r < 9; r++) {
            long later = now + 2_000 + r * PlainTime.seconds(random.nextInt(2));
            String request = "r" + r;
            questions.add(new PlainRecord.Intent("p0", "p", holder, null, request, "first", null, 1, later, null));
            questions.add(
                    new PlainRecord.Intent("p0", "p", holder, last.life(), request, "second", null, 1, later, null));
            long finished = now - PlainTime.seconds(random.nextInt(600));
            questions.add(new PlainRecord.Outcome(
                    "p0", "p", holder, last.life(), request, "first", null, "COMPLETED", finished, finished));
        }
        return questions;
    }

    private static List<PlainAnswer> ask(
            Function<PlainSettings, Answers> implementation, List<PlainRecord> events, List<PlainRecord> questions) {
        Answers answers = implementation.apply(PlainSettings.DEFAULT);
        events.forEach(event -> answers.apply(new PlainRecord.Stamped(1, event)));
        List<PlainAnswer> got = new ArrayList<>();
        questions.forEach(question -> got.addAll(answers.apply(new PlainRecord.Stamped(2, question))));
        return got;
    }
}
