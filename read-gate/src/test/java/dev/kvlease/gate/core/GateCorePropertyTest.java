package dev.kvlease.gate.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.gate.core.GateVerdict.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever arrives in whatever order, the gate says READABLE and Use only where all that it was told allows it. */
class GateCorePropertyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int HISTORIES = 2_000;
    private static final int STEPS = 120;
    private static final String[] ENDS = {"RELEASED", "LEASE_EXPIRED", "BLOCKS_REUSED"};

    @Test
    void neverReadableNorUsedAgainstWhatWasTold() {
        long seed = Long.getLong("kvlease.test.seed", System.nanoTime());
        int used = 0;
        int readable = 0;
        for (int i = 0; i < HISTORIES; i++) {
            History history = new History(seed + i);
            try {
                history.run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + (seed + i) + ": " + e.getMessage(), e);
            }
            used += history.used;
            readable += history.readable;
        }
        assertThat(used).as("reads used, seed " + seed).isGreaterThan(HISTORIES / 20);
        assertThat(readable).as("READABLE checks, seed " + seed).isGreaterThan(HISTORIES);
    }

    /** One random history, with plain sets of what was told beside the gate. */
    private static final class History {
        private final Random random;
        private final SentRecords sent = new SentRecords();
        private final GateCore gate = new GateCore(Verdicts.READER, GateOptions.DEFAULT, sent);
        private final List<ReadTicket> tickets = new ArrayList<>();
        private final Map<ReadKey, List<GateVerdict>> readables = new HashMap<>();
        private final Map<ReadKey, List<GateVerdict>> told = new HashMap<>();
        private final Set<ReadKey> revoked = new HashSet<>();
        private final Set<Long> ended = new HashSet<>();
        private final Set<ReadKey> finished = new HashSet<>();
        private final Set<ReadKey> usable = new HashSet<>();
        private long nowNs = 1_000 * SECOND;
        private long caughtUpNs = Long.MIN_VALUE;
        private long revision;
        private long intent;
        private int used;
        private int readable;

        History(long seed) {
            this.random = new Random(seed);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                nowNs += random.nextInt(300) * 1_000_000L;
                act(random.nextInt(11));
                tickets.forEach(this::check);
            }
            assertOutcomes();
        }

        private void act(int what) {
            switch (what) {
                case 0, 1 -> ask();
                case 2, 3, 4 -> answer(true);
                case 5 -> answer(false);
                case 6 -> end();
                case 7 -> finishOne();
                case 8 -> confirmAll();
                case 9 -> lostTrack();
                default -> caughtUp();
            }
        }

        private void ask() {
            String read = "read-" + random.nextInt(6);
            ReadTicket ticket = gate.ask(ReadRequest.of("h", "req", read, 4), nowNs);
            if (tickets.stream().noneMatch(known -> known == ticket)) {
                tickets.add(ticket);
            }
            gate.tick(nowNs);
        }

        private void answer(boolean good) {
            boolean again = random.nextInt(4) == 0;
            revision += random.nextInt(4) - 1;
            intent += again ? 0 : 1;
            Verdicts made = good
                    ? Verdicts.readable(revision)
                            .until(nowNs + random.nextInt(4) * SECOND)
                            .deadline(nowNs + (4 + random.nextInt(8)) * SECOND)
                    : Verdicts.expired(
                                    random.nextBoolean() ? "EVENT_GAP" : "WITHIN_SAFETY_MARGIN", random.nextBoolean())
                            .revision(revision);
            int read = random.nextInt(6);
            take(made.read("read-" + read)
                    .seq(leaseOf(read))
                    .intent(intent)
                    .heard(nowNs + random.nextInt(2_000) * 1_000_000L));
        }

        private void end() {
            if (random.nextInt(8) > 0) {
                return;
            }
            String reason = ENDS[random.nextInt(ENDS.length)];
            Verdicts made = random.nextBoolean()
                    ? Verdicts.revocation(reason)
                    : Verdicts.expired(reason, false).kind(Kind.END).intent(++intent);
            int read = random.nextInt(6);
            take(made.read("read-" + read).seq(leaseOf(read)).revision(revision));
        }

        /** Two reads a lease, but for a few answers on another one. */
        private int leaseOf(int read) {
            return random.nextInt(20) == 0 ? random.nextInt(3) : read % 3;
        }

        private void take(Verdicts made) {
            GateVerdict verdict = made.build();
            Taken taken = gate.take(verdict, nowNs);
            if (taken == Taken.REVOKED) {
                revoked.add(verdict.key());
            }
            if (verdict.kind() != Kind.ANSWER) {
                ended.add(verdict.leaseSeq());
            }
            told.computeIfAbsent(verdict.key(), key -> new ArrayList<>()).add(verdict);
            if (verdict.readable()) {
                readables
                        .computeIfAbsent(verdict.key(), key -> new ArrayList<>())
                        .add(verdict);
            }
        }

        private void lostTrack() {
            if (random.nextInt(10) == 0) {
                gate.lostTrack();
                caughtUpNs = Long.MIN_VALUE;
                readables.clear();
            }
        }

        private void caughtUp() {
            caughtUpNs = nowNs - random.nextInt(1_500) * 1_000_000L;
            gate.caughtUp(caughtUpNs);
        }

        private void finishOne() {
            if (tickets.isEmpty()) {
                return;
            }
            ReadTicket ticket = tickets.get(random.nextInt(tickets.size()));
            if (gate.check(ticket, nowNs).isReadable() && finished.add(ticket.key())) {
                long startedNs = nowNs;
                nowNs += random.nextInt(3_000) * 1_000_000L;
                gate.finished(ticket, startedNs, nowNs, nowNs + 5 * SECOND);
                confirm(ticket);
            }
        }

        private void confirmAll() {
            tickets.stream().filter(ticket -> finished.contains(ticket.key())).forEach(this::confirm);
        }

        private void confirm(ReadTicket ticket) {
            Step<Confirmation> step = gate.confirm(ticket, nowNs);
            if (step instanceof Step.Done<Confirmation> done && done.result().isUsable()) {
                used++;
                assertUsable(ticket);
                usable.add(ticket.key());
            }
        }

        private void assertUsable(ReadTicket ticket) {
            ReadTicket.Confirming read = ticket.confirming().orElseThrow();
            assertThat(revoked).doesNotContain(ticket.key());
            GateVerdict permit = ticket.permit().orElseThrow();
            assertThat(ended).doesNotContain(permit.leaseSeq());
            assertThat(read.finishedNs()).isLessThan(permit.deadlineNs());
            assertThat(told.get(ticket.key()))
                    .as("an answer that has heard the holder past the end of the read, on the same lease")
                    .anyMatch(verdict -> verdict.leaseSeq() == permit.leaseSeq()
                            && verdict.watermarkNs()
                                    >= verdict.bounds().holderMaxNs(read.finishedNs(), new Drift(100)));
        }

        private void check(ReadTicket ticket) {
            Answer answer = gate.check(ticket, nowNs);
            assertThat(answer).isEqualTo(gate.check(ticket.key(), nowNs));
            if (!answer.isReadable()) {
                return;
            }
            readable++;
            assertThat(revoked).doesNotContain(ticket.key());
            assertThat(nowNs).isLessThan(answer.deadlineNs()).isLessThanOrEqualTo(answer.readableUntilNs());
            assertThat(caughtUpNs).isGreaterThanOrEqualTo(nowNs - 2 * SECOND);
            assertThat(ended).doesNotContain(ticket.permit().orElseThrow().leaseSeq());
            assertThat(readables.getOrDefault(ticket.key(), List.of()))
                    .as("told since track was lost")
                    .anyMatch(verdict -> verdict.deadlineNs() == answer.deadlineNs());
        }

        private void assertOutcomes() {
            assertThat(sent.outcomes).extracting(ReadOutcome::readRequestId).doesNotHaveDuplicates();
            assertThat(sent.outcomes)
                    .filteredOn(outcome -> outcome.status() == ReadStatus.COMPLETED)
                    .hasSize(usable.size());
        }
    }
}
