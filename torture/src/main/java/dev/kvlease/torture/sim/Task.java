package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One task of the application: the engines of the holders of a partition, and what they remember outside the heap. */
final class Task {
    private static final List<Topic> TOPICS = Topic.inputs();

    private final Play play;
    private final Subject subject;
    private final boolean stores;
    private final TaskStore store = new TaskStore();
    private final Map<String, LeaseEngine> awake = new HashMap<>();
    private final Set<String> asleep = new HashSet<>();
    private final long[] next = new long[TOPICS.size()];
    private final long[] highest = new long[next.length];
    private long[] committedNext = next.clone();
    private AsOf positions;
    private AsOf committedPositions;

    Task(int partition, Play play, Subject subject) {
        this.play = play;
        this.subject = subject;
        this.stores = play.stream().crashes();
        this.positions = new AsOf(partition, 0, 0, 0, 0);
        this.committedPositions = positions;
    }

    /** Moves on to the place after a record; true if it comes for the first time. */
    boolean advance(Topic topic, long offset) {
        int input = TOPICS.indexOf(topic);
        boolean first = offset >= highest[input];
        next[input] = offset + 1;
        highest[input] = Math.max(highest[input], offset + 1);
        positions = new AsOf(
                positions.partition(),
                Math.max(positions.leaseEvents(), next(Topic.LEASE_EVENTS)),
                Math.max(positions.handshakeSamples(), next(Topic.HANDSHAKE_SAMPLES)),
                Math.max(positions.readIntents(), next(Topic.READ_INTENTS)),
                Math.max(positions.readOutcomes(), next(Topic.READ_OUTCOMES)));
        return first;
    }

    /** Where it stands in an input; a crash takes it back. */
    long next(Topic topic) {
        return next[TOPICS.indexOf(topic)];
    }

    AsOf positions() {
        return positions;
    }

    /** The holder's engine, restored if it has not been needed since the last crash. */
    LeaseEngine engine(String holder, Effects lastWords) {
        LeaseEngine known = awake.get(holder);
        if (known != null) {
            return known;
        }
        LeaseEngine woken = subject.engine(holder, play.settings(), stores);
        awake.put(holder, woken);
        if (asleep.remove(holder)) {
            store.load(holder, woken);
            subject.repeatLastWords(woken, positions, lastWords);
        }
        return woken;
    }

    void apply(InputRecord input, Arrival at, LeaseEngine engine, Effects out) {
        subject.apply(input, engine, at, out);
        if (stores) {
            engine.drainChanges(subject.store(store.of(input.holder())));
        }
    }

    void commit() {
        store.commit();
        committedNext = next.clone();
        committedPositions = positions;
    }

    void crash(int keptWrites, boolean cached) {
        boolean all = keptWrites == 1 << 16;
        store.crash(play.stream().exactlyOnce() ? 0 : keptWrites, cached);
        awake.clear();
        asleep.clear();
        asleep.addAll(store.holders());
        System.arraycopy(committedNext, 0, next, 0, next.length);
        positions = all && !play.stream().exactlyOnce() ? positions : committedPositions;
    }

    Map<String, LeaseEngine> engines() {
        return awake;
    }

    Set<String> asleep() {
        return asleep;
    }

    TaskStore store() {
        return store;
    }
}
