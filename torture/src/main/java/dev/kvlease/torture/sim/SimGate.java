package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateCore;
import dev.kvlease.gate.core.GateOptions;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.Outbox;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.gate.core.Step.Done;
import dev.kvlease.gate.core.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The real gate of one reader, following the reader's verdicts in the log. */
final class SimGate {
    /** Told of what a gate decides. */
    @FunctionalInterface
    interface Watch {
        void decided(String reader, ReadKey key, Confirmation decision, Optional<GateVerdict> permit);
    }

    private final String reader;
    private final GateCore core;
    private final VerdictLog log;
    private final Subject subject;
    private final Watch watch;
    private final Map<ReadKey, ReadTicket> tickets = new HashMap<>();
    private final Map<ReadKey, GateVerdict> permits = new HashMap<>();
    private final Set<ReadKey> finished = new HashSet<>();
    private final List<String> taken = new ArrayList<>();
    private int next;
    private Optional<Answer> answer = Optional.empty();
    private Optional<Confirmation> decision = Optional.empty();

    /** A gate that reads the log from {@code from} on. */
    SimGate(
            Reader reader,
            GateOptions options,
            VerdictLog log,
            int from,
            Subject subject,
            Consumer<InputRecord> says,
            Watch watch) {
        this.reader = reader.id();
        this.core = new GateCore(reader, options, new Outbox() {
            @Override
            public void intent(ReadIntent intent) {
                says.accept(new InputRecord.Intent(intent));
            }

            @Override
            public void outcome(ReadOutcome outcome) {
                says.accept(new InputRecord.Outcome(outcome));
            }
        });
        this.log = log;
        this.next = from;
        this.subject = subject;
        this.watch = watch;
    }

    GateCore core() {
        return core;
    }

    void ask(ReadRequest request, long nowNs) {
        tickets.put(request.key(), core.ask(request, nowNs));
    }

    void take(long upToId, long nowNs) {
        taken.clear();
        while (next < log.size() && log.get(next).id() <= upToId) {
            VerdictLog.Entry entry = log.get(next++);
            log.readUpTo(next);
            if (entry.isLost()) {
                continue;
            }
            GateVerdict verdict = subject.seen(GateVerdicts.of(entry.verdict()));
            boolean stands = core.take(verdict, nowNs) == Taken.ANSWERED;
            if (stands && verdict.readable()) {
                permits.put(verdict.key(), verdict);
            }
            taken.add(verdict.key().readRequestId());
        }
    }

    /** Reads about which the last {@link #take} told something. */
    List<String> taken() {
        return List.copyOf(taken);
    }

    void await(ReadKey key, long nowNs) {
        answer = Optional.empty();
        ReadTicket ticket = tickets.get(key);
        if (ticket != null && core.await(ticket, nowNs) instanceof Done<Answer> done) {
            answer = Optional.of(done.result());
        }
    }

    void check(ReadKey key, long nowNs) {
        answer = Optional.ofNullable(tickets.get(key)).map(ticket -> core.check(ticket, nowNs));
    }

    void fallback(ReadKey key, long nowNs) {
        answer = Optional.ofNullable(tickets.get(key)).map(ticket -> core.fallback(ticket, nowNs));
    }

    /** What the last await, check or fallback gave. */
    Optional<Answer> answer() {
        return answer;
    }

    void finished(ReadKey key, long startedNs, long finishedNs, long giveUpNs) {
        ReadTicket ticket = tickets.get(key);
        if (ticket != null) {
            core.finished(ticket, startedNs, finishedNs, giveUpNs);
            finished.add(key);
        }
    }

    void confirm(ReadKey key, long nowNs) {
        decision = Optional.empty();
        ReadTicket ticket = tickets.get(key);
        boolean isFinished = ticket != null && finished.contains(key); // else this is a part of a history
        if (!isFinished) {
            return;
        }
        if (core.confirm(ticket, nowNs) instanceof Done<Confirmation> done) {
            decision = Optional.of(done.result());
            watch.decided(reader, key, done.result(), Optional.ofNullable(permits.get(key)));
            forget(key);
        }
    }

    /** What the last confirm gave. */
    Optional<Confirmation> decision() {
        return decision;
    }

    void end(ReadKey key, ReadStatus status, long startedNs, long finishedNs, long nowNs) {
        ReadTicket ticket = tickets.get(key);
        if (ticket != null) {
            core.report(ticket, status, startedNs, finishedNs, nowNs);
            forget(key);
        }
    }

    private void forget(ReadKey key) {
        tickets.remove(key);
        permits.remove(key);
        finished.remove(key);
    }

    void tick(long nowNs) {
        core.tick(nowNs);
        core.forget(nowNs);
    }
}
