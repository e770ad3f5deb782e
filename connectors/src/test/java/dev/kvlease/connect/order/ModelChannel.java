package dev.kvlease.connect.order;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** A publisher with a replay buffer and the lossy way to it, as plain as can be. */
final class ModelChannel {
    /** How unkind the way is. */
    record Faults(double liveLoss, double duplicates, double answerLoss, int kept) {}

    private final Random random;
    private final Faults faults;
    private final Deque<Frame> buffer = new ArrayDeque<>();
    private final Deque<Frame> live = new ArrayDeque<>();
    private final Deque<Optional<Frame>> answers = new ArrayDeque<>();
    private OptionalLong asked = OptionalLong.empty();
    private int life;
    private long nextSeq;
    private boolean subscribed = true;
    boolean stuck;
    boolean kind;

    ModelChannel(Random random, Faults faults) {
        this.random = random;
        this.faults = faults;
    }

    int life() {
        return life;
    }

    long nextSeq() {
        return nextSeq;
    }

    void publish() {
        Frame frame = new Frame(nextSeq, (life + ":" + nextSeq).getBytes(UTF_8));
        nextSeq++;
        buffer.addLast(frame);
        if (buffer.size() > faults.kept()) {
            buffer.removeFirst();
        }
        if (subscribed && (kind || random.nextDouble() >= faults.liveLoss())) {
            live.addLast(frame);
        }
    }

    void ask(long from) {
        asked = OptionalLong.of(from);
        answers.clear();
    }

    /** The process ends and another begins, of which the replay socket hears first. What was under way is gone. */
    void restartPublisher() {
        silentlyRestartPublisher();
        live.clear();
    }

    /** The same with a machine that goes without a word: what is on the way over the subscription still comes. */
    void silentlyRestartPublisher() {
        life++;
        nextSeq = 0;
        buffer.clear();
        answers.clear();
        subscribed = false;
    }

    /** The subscription has no connection. */
    void unsubscribe() {
        live.clear();
        subscribed = false;
    }

    void subscribe() {
        subscribed = true;
    }

    void disconnect() {
        live.clear();
        answers.clear();
        subscribed = true;
    }

    private void answer() {
        if (stuck || asked.isEmpty()) {
            return;
        }
        boolean front = true;
        for (Frame frame : buffer) {
            if (frame.seq() >= asked.getAsLong() && (front || !lost())) {
                answers.addLast(Optional.of(frame));
                front = false;
            }
        }
        if (!lost()) {
            answers.addLast(Optional.empty());
        }
        asked = OptionalLong.empty();
    }

    private boolean lost() {
        return !kind && random.nextDouble() < faults.answerLoss();
    }

    /** Brings one message, if one is under way. */
    List<Effect> bring(SequenceRepair repair, long nowNs) {
        if (random.nextBoolean()) {
            answer();
        }
        if (random.nextBoolean() && !answers.isEmpty()) {
            Optional<Frame> next = answers.removeFirst();
            return next.map(frame -> repair.replayed(frame, nowNs)).orElseGet(() -> repair.replayEnded(nowNs));
        }
        if (live.isEmpty()) {
            return List.of();
        }
        Frame frame = live.removeFirst();
        List<Effect> effects = new ArrayList<>(repair.live(frame, nowNs));
        if (!kind && random.nextDouble() < faults.duplicates()) {
            effects.addAll(repair.live(frame, nowNs));
        }
        return effects;
    }

    boolean quiet() {
        return live.isEmpty() && answers.isEmpty() && asked.isEmpty();
    }
}
