package dev.kvlease.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FeedTest {
    private static final Evidence EVIDENCE = new Evidence(
            Rule.V19, true, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, "", "", 0, 0, 0, 0, 0, new AsOf(0, 0, 0, 0, 0));

    private final Feed feed = new Feed();

    private static Verdict verdict(String read, Status status, Reason reason, Trigger trigger) {
        return new Verdict("r", "r", "h", "h", "q", read, 1, status, reason, trigger, false, 0, 0, 1, EVIDENCE);
    }

    @Test
    void whoComesLateGetsTheNewestAndIsToldHowManyAreGone() {
        for (int i = 0; i < Feed.VERDICTS_KEPT + 10; i++) {
            feed.verdict(verdict("x" + i, Status.READABLE, Reason.WITHIN_LEASE, Trigger.READ_INTENT), i);
        }

        Recent<Feed.Timed<Verdict>> seen = feed.verdicts(0);

        assertThat(seen.items()).hasSize(Feed.VERDICTS_KEPT);
        assertThat(seen.items().get(0).item().readRequestId()).isEqualTo("x10");
        assertThat(seen.missed()).isEqualTo(10);
        assertThat(seen.next()).isEqualTo(Feed.VERDICTS_KEPT + 10);
        assertThat(feed.verdicts(seen.next())).isEqualTo(new Recent<>(List.of(), seen.next(), 0));
    }

    @Test
    void aNumberOfAnotherRunIsTheEnd() {
        feed.verdict(verdict("x", Status.READABLE, Reason.WITHIN_LEASE, Trigger.READ_INTENT), 1);

        assertThat(feed.verdicts(1_000)).isEqualTo(new Recent<>(List.of(), 1, 0));
        assertThat(feed.seconds(1_000).items()).isEmpty();
    }

    @Test
    void secondsCountWhatCameSinceTheLastLook() {
        feed.verdict(verdict("a", Status.READABLE, Reason.NO_DEADLINE, Trigger.READ_INTENT), 1);
        feed.verdict(verdict("b", Status.EXPIRED, Reason.NO_DEADLINE, Trigger.READ_INTENT), 1);
        feed.verdict(verdict("b", Status.EXPIRED, Reason.NO_DEADLINE, Trigger.READ_INTENT), 1);
        feed.verdict(verdict("a", Status.EXPIRED, Reason.RELEASED, Trigger.LEASE_EVENT), 1);
        feed.look(1_000);
        feed.look(2_000);
        feed.verdict(verdict("a", Status.READABLE, Reason.NO_DEADLINE, Trigger.READ_INTENT), 1);
        feed.look(3_000);

        assertThat(feed.seconds(0).items())
                .containsExactly(
                        new Second(
                                1_000,
                                List.of(
                                        new Second.Count(Told.READABLE, Reason.NO_DEADLINE, 1),
                                        new Second.Count(Told.EXPIRED, Reason.NO_DEADLINE, 2),
                                        new Second.Count(Told.REVOKED, Reason.RELEASED, 1))),
                        new Second(2_000, List.of()),
                        new Second(3_000, List.of(new Second.Count(Told.READABLE, Reason.NO_DEADLINE, 1))));
        assertThat(feed.seconds(2).items()).hasSize(1);
    }

    @Test
    void onlyTheLastSecondsAreKept() {
        for (int i = 0; i < Feed.SECONDS_KEPT + 5; i++) {
            feed.look(i);
        }

        Recent<Second> seconds = feed.seconds(2);

        assertThat(seconds.items()).hasSize(Feed.SECONDS_KEPT);
        assertThat(seconds.items().get(0).atMs()).isEqualTo(5);
        assertThat(seconds.missed()).isEqualTo(3);
    }

    /** Several writers and a reader that goes on from where it was: in order, nothing twice, the rest counted as missed. */
    @Test
    void nothingIsSeenTwiceOrLostUncounted() throws Exception {
        int writers = 4;
        long each = 50_000;
        Ring<Long> ring = new Ring<>(64);
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            long first = writer * each;
            threads.add(new Thread(() -> LongStream.range(first, first + each).forEach(ring::add)));
        }
        threads.forEach(Thread::start);
        long from = 0;
        long missed = 0;
        long[] lastOf = {-1, -1, -1, -1};
        long seen = 0;
        boolean running = true;
        while (running) {
            running = threads.stream().anyMatch(Thread::isAlive);
            Recent<Long> recent = ring.since(from);
            for (long item : recent.items()) {
                int writer = (int) (item / each);
                assertThat(item).isGreaterThan(lastOf[writer]);
                lastOf[writer] = item;
            }
            seen += recent.items().size();
            missed += recent.missed();
            assertThat(recent.next()).isEqualTo(from + recent.items().size() + recent.missed());
            from = recent.next();
        }

        assertThat(seen + missed).isEqualTo(writers * each);
        assertThat(seen).isPositive();
    }
}
