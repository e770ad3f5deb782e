package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One partition of the inputs on its way to its task: it keeps the order of each input, and of nothing else. The task takes
 * what it can read, commits now and then, crashes, and takes again what it had not committed.
 */
final class Lane {
    private static final List<Topic> TOPICS = Topic.inputs();
    private static final int INPUTS = TOPICS.size();
    private static final int ALL = 1 << 16;

    private record Waiting(Topic topic, long offset, long recordTimeMs, InputRecord input) {}

    private final int partition;
    private final StreamModel model;
    private final Conductor conductor;
    private final List<ArrayDeque<Waiting>> inputs = new ArrayList<>();
    private final long[] nextOffset = new long[INPUTS];
    private final long[] stalledUntilNs = new long[INPUTS];
    private final long[] brokerClockMs = new long[INPUTS];
    private final ArrayDeque<Waiting> again = new ArrayDeque<>();
    private List<Waiting> sinceCommit = new ArrayList<>();
    private long committedId;
    private long downUntilNs;
    private boolean commitDue;
    private boolean healed;

    Lane(int partition, StreamModel model, Conductor conductor) {
        this.partition = partition;
        this.model = model;
        this.conductor = conductor;
        for (int i = 0; i < INPUTS; i++) {
            inputs.add(new ArrayDeque<>());
        }
    }

    /** The fleet is about to begin. */
    void begin() {
        conductor.repeatedly(INPUTS * model.stallsPerHour(), this::stall);
        conductor.repeatedly(INPUTS * model.clockStepsPerHour(), () -> {
            int input = conductor.chance().nextInt(INPUTS);
            brokerClockMs[input] += conductor.between(-model.maxClockStepMs(), model.maxClockStepMs());
        });
    }

    private void stall() {
        int input = conductor.chance().nextInt(INPUTS);
        long forNs = conductor.between(0, model.maxStallNs());
        stalledUntilNs[input] = Math.max(stalledUntilNs[input], conductor.trueNs() + forNs);
        conductor.after(forNs, this::pump);
    }

    /** A record comes to lie in its input. */
    void arrive(Topic topic, InputRecord input, long recordTimeMs) {
        int index = TOPICS.indexOf(topic);
        long stampedMs = Math.max(0, recordTimeMs + brokerClockMs[index]);
        inputs.get(index).add(new Waiting(topic, nextOffset[index]++, stampedMs, input));
        pump();
    }

    private boolean isDown() {
        return !healed && conductor.trueNs() < downUntilNs;
    }

    private void pump() {
        while (!isDown() && !again.isEmpty()) {
            take(again.poll());
        }
        for (int input = 0; input < INPUTS; input++) {
            while (!isDown()
                    && again.isEmpty()
                    && isReadable(input)
                    && !inputs.get(input).isEmpty()) {
                take(inputs.get(input).poll());
            }
        }
    }

    private boolean isReadable(int input) {
        return healed || conductor.trueNs() >= stalledUntilNs[input];
    }

    private void take(Waiting record) {
        conductor.happen(
                new Step.Consume(partition, record.topic(), record.offset(), record.recordTimeMs(), record.input()));
        sinceCommit.add(record);
        if (!commitDue) {
            commitDue = true;
            conductor.after(model.commitEveryNs(), this::commit);
        }
        if (!healed && conductor.chance(model.crashShare())) {
            crash();
        }
    }

    private void commit() {
        commitDue = false;
        if (sinceCommit.isEmpty() || isDown()) {
            return;
        }
        conductor.happen(new Step.Commit(partition));
        committedId = conductor.lastId();
        sinceCommit.clear();
    }

    private void crash() {
        int kept = conductor.chance(0.25) ? ALL : conductor.chance().nextInt(ALL);
        long keptUntilId = conductor.between(committedId, conductor.lastId());
        boolean cached = conductor.chance().nextBoolean();
        conductor.happen(new Step.Crash(partition, kept, cached, keptUntilId));
        List<Waiting> redo = new ArrayList<>(sinceCommit);
        redo.addAll(again);
        again.clear();
        again.addAll(model.reshuffles() ? reshuffled(redo) : redo);
        sinceCommit = new ArrayList<>();
        long downNs = conductor.between(0, model.maxDownNs());
        downUntilNs = conductor.trueNs() + downNs;
        conductor.after(downNs, this::pump);
    }

    /** Another interleaving of the inputs, each in its order. */
    private List<Waiting> reshuffled(List<Waiting> records) {
        List<ArrayDeque<Waiting>> perInput = new ArrayList<>();
        for (int i = 0; i < INPUTS; i++) {
            perInput.add(new ArrayDeque<>());
        }
        records.forEach(record -> perInput.get(TOPICS.indexOf(record.topic())).add(record));
        List<Waiting> merged = new ArrayList<>();
        while (merged.size() < records.size()) {
            ArrayDeque<Waiting> input = perInput.get(conductor.chance().nextInt(INPUTS));
            if (!input.isEmpty()) {
                merged.add(input.poll());
            }
        }
        return merged;
    }

    /** Everything is well again: takes all that waits, and commits. */
    void finish() {
        healed = true;
        pump();
        commit();
    }
}
