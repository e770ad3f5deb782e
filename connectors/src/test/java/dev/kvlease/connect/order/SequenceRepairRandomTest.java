package dev.kvlease.connect.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.connect.order.Effect.Deliver;
import dev.kvlease.connect.order.Effect.Lost;
import dev.kvlease.connect.order.ModelChannel.Faults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random publishers over lossy ways, against what the publisher really sent. */
class SequenceRepairRandomTest {
    private static final long MS = 1_000_000;
    private static final int HISTORIES = 300;
    private static final int STEPS = 600;
    private static final Limits PATIENT = new Limits(true, 50 * MS, Long.MAX_VALUE, 500 * MS, 100_000, 1 << 30);

    /** A batch as the publisher numbered it. */
    private record Sent(int life, long seq) {
        static Sent of(Frame frame) {
            String[] parts = new String(frame.payload(), UTF_8).split(":", 2);
            return new Sent(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatCanBeHealedNeverShows(long seed) {
        for (long history = 0; history < HISTORIES; history++) {
            Run run = new Run(seed * 100_000 + history, PATIENT, new Faults(0.2, 0.1, 0.1, Integer.MAX_VALUE));
            run.restartsConnector = false;
            run.play();
            run.checkOrder();
            run.checkNames();
            assertThat(run.deliveredOf(run.channel.life())).as(run.toString()).isEqualTo(run.channel.nextSeq());
            assertThat(run.losses(run.channel.life())).as(run.toString()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void aRestartedConnectorMissesNothingAndKnowsTheLifeAgain(long seed) {
        for (long history = 0; history < HISTORIES; history++) {
            Run run = new Run(seed * 100_000 + history, PATIENT, new Faults(0.2, 0.1, 0.1, Integer.MAX_VALUE));
            run.play();
            run.checkNames();
            assertThat(run.deliveredOf(run.channel.life())).as(run.toString()).isEqualTo(run.channel.nextSeq());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8, 9})
    void withASmallBufferTheRestIsInOrderAndTheHolesAreTold(long seed) {
        for (long history = 0; history < HISTORIES; history++) {
            Run run = new Run(seed * 100_000 + history, PATIENT, new Faults(0.4, 0.1, 0.1, 3));
            run.restartsConnector = false;
            run.restartsPublisher = false;
            run.play();
            run.checkOrder();
            assertThat(run.deliveredOf(run.channel.life()) + run.losses(run.channel.life()))
                    .as(run.toString())
                    .isGreaterThanOrEqualTo(run.channel.nextSeq());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {15, 16})
    void withASmallBufferAndRestartsTheRestIsInOrder(long seed) {
        for (long history = 0; history < HISTORIES; history++) {
            Run run = new Run(seed * 100_000 + history, PATIENT, new Faults(0.4, 0.1, 0.1, 3));
            run.restartsConnector = false;
            // after a loss there is no batch left by which a life could be recognised
            run.replayComesFirst = false;
            run.play();
            run.checkOrder();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 11, 12})
    void aStuckPublisherCostsBoundedTimeAndMemory(long seed) {
        for (long history = 0; history < HISTORIES; history++) {
            Limits hasty = new Limits(true, 50 * MS, 200 * MS, 500 * MS, 5, 1 << 30);
            Run run = new Run(seed * 100_000 + history, hasty, new Faults(0.3, 0.1, 0.1, Integer.MAX_VALUE));
            run.restartsConnector = false;
            run.restartsPublisher = false;
            run.sticks = true;
            run.play();
            run.checkOrder();
            assertThat(run.deliveredOf(0)).as(run.toString()).isPositive();
            assertThat(run.deliveredOf(0) + run.losses(0))
                    .as(run.toString())
                    .isGreaterThanOrEqualTo(run.channel.nextSeq());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {13, 14})
    void withoutReplayEverythingThatArrivesIsHandedOnAtOnce(long seed) {
        for (long history = 0; history < HISTORIES; history++) {
            Limits none = new Limits(false, 50 * MS, 200 * MS, 500 * MS, 5, 1 << 30);
            Run run = new Run(seed * 100_000 + history, none, new Faults(0.3, 0.1, 0.1, 1));
            run.restartsConnector = false;
            run.restartsPublisher = false;
            run.play();
            run.checkOrder();
            assertThat(run.deliveredOf(0) + run.losses(0))
                    .as(run.toString())
                    .isGreaterThanOrEqualTo(run.channel.nextSeq());
        }
    }

    /** One history. */
    private static final class Run {
        private final long seed;
        private final Random random;
        private final Limits limits;
        private final ModelChannel channel;
        private final List<Deliver> delivered = new ArrayList<>();
        private final List<Position> commits = new ArrayList<>(List.of(Position.START));
        private final Map<Integer, Long> losses = new HashMap<>();
        private SequenceRepair repair;
        private long nowNs;
        private boolean broken;
        private int deliveredAtConnection;
        boolean restartsConnector = true;
        boolean restartsPublisher = true;
        boolean replayComesFirst = true;
        boolean sticks;

        Run(long seed, Limits limits, Faults faults) {
            this.seed = seed;
            this.random = new Random(seed);
            this.limits = limits;
            this.channel = new ModelChannel(random, faults);
            this.repair = new SequenceRepair(limits, Position.START, 0);
        }

        void play() {
            take(repair.connected(nowNs));
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            channel.kind = true;
            channel.stuck = false;
            if (broken) {
                connect();
            }
            channel.publish();
            for (int step = 0; step < 2_000 || !channel.quiet(); step++) {
                advance();
            }
        }

        private void step() {
            if (broken && random.nextDouble() < 0.2) {
                connect();
            }
            double dice = random.nextDouble();
            if (dice < 0.3) {
                channel.publish();
            } else if (dice < 0.305 && restartsPublisher) {
                restartPublisher();
            } else if (dice < 0.32) {
                channel.disconnect();
                connected();
            } else if (dice < 0.325 && restartsConnector) {
                Position start = commits.get(commits.size() - 1 - random.nextInt(Math.min(commits.size(), 5)));
                repair = new SequenceRepair(limits, start, nowNs);
                commits.add(start);
                channel.disconnect();
                connected();
            } else if (dice < 0.35 && sticks) {
                channel.stuck = !channel.stuck;
            } else {
                advance();
            }
        }

        private void restartPublisher() {
            if (replayComesFirst && random.nextBoolean() && isRecognised()) {
                channel.silentlyRestartPublisher();
                return;
            }
            channel.restartPublisher();
            repair.disconnected();
            broken = true;
            if (!replayComesFirst) {
                connect();
            }
        }

        /** One that goes without a word before it was heard over a connection cannot be told from the one that answers. */
        private boolean isRecognised() {
            return !broken
                    && delivered.size() > deliveredAtConnection
                    && Sent.of(delivered.get(delivered.size() - 1).frame()).life() == channel.life();
        }

        private void connect() {
            channel.subscribe();
            connected();
        }

        private void advance() {
            nowNs += random.nextInt(10) * MS;
            take(channel.bring(repair, nowNs));
            take(repair.tick(nowNs));
        }

        private void connected() {
            broken = false;
            deliveredAtConnection = delivered.size();
            take(repair.connected(nowNs));
        }

        private void take(List<Effect> effects) {
            for (Effect effect : effects) {
                if (effect instanceof Effect.Ask ask) {
                    channel.ask(ask.fromSeq());
                } else if (effect instanceof Effect.Resubscribe) {
                    channel.unsubscribe();
                    repair.disconnected();
                    broken = true;
                } else if (effect instanceof Deliver deliver) {
                    delivered.add(deliver);
                    commits.add(deliver.after());
                } else if (effect instanceof Lost lost && lost.cause() != Effect.Cause.PUBLISHER_GONE) {
                    losses.merge(channel.life(), lost.toSeq() - lost.fromSeq(), Long::sum);
                }
            }
        }

        long losses(int life) {
            return losses.getOrDefault(life, 0L);
        }

        long deliveredOf(int life) {
            return delivered.stream()
                    .map(each -> Sent.of(each.frame()))
                    .filter(sent -> sent.life() == life)
                    .distinct()
                    .count();
        }

        void checkOrder() {
            Set<Sent> seen = new HashSet<>();
            Sent last = new Sent(-1, -1);
            for (Deliver each : delivered) {
                Sent sent = Sent.of(each.frame());
                assertThat(sent.seq()).isEqualTo(each.frame().seq());
                assertThat(seen.add(sent)).as("%s: %s once", this, sent).isTrue();
                if (!each.late()) {
                    assertThat(sent.life() > last.life() || (sent.life() == last.life() && sent.seq() > last.seq()))
                            .as("%s: %s after %s", this, sent, last)
                            .isTrue();
                    last = sent;
                }
            }
        }

        /** Each life has one name, and no name stands for two. */
        void checkNames() {
            Map<String, Integer> lives = new HashMap<>();
            Map<Integer, String> names = new HashMap<>();
            for (Deliver each : delivered) {
                int life = Sent.of(each.frame()).life();
                assertThat(lives.merge(each.life(), life, (old, now) -> old))
                        .as("%s: %s", this, each.life())
                        .isEqualTo(life);
                assertThat(names.merge(life, each.life(), (old, now) -> old))
                        .as("%s: life %d", this, life)
                        .isEqualTo(each.life());
            }
        }

        @Override
        public String toString() {
            return "seed " + seed;
        }
    }
}
