package dev.kvlease.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random histories of one holder, from a seed alone: a producer of lease events with several lives, readers with clocks
 * of their own, and a delivery that loses, delays and repeats. Times gather where something may change: a model follows
 * the history and names those edges.
 */
final class RandomRecords {
    private static final long START_MS = 1_785_000_000_000L;
    static final String HOLDER = "d0";

    /** A record on its way. */
    private record Late(int afterRecords, PlainRecord record) {}

    private final Random random;
    private final RandomHolder producer;
    private final RandomReaders readers;
    private final PlainHolder model;
    private final int count;
    private final int lossPercent;
    private final int delayPercent;
    private final int repeatPercent;
    private final int badPercent;
    private final int restartPercent;
    private final int edgePercent;
    private final boolean longPauses;
    private final boolean crowded;
    private final int intentPercent;
    private final List<Late> late = new ArrayList<>();
    private final List<PlainRecord.Stamped> records = new ArrayList<>();
    private long trueNs;
    private long recordTimeMs = START_MS;

    private RandomRecords(long seed, int count) {
        this.random = new Random(seed);
        this.count = count;
        // now and then one restart after the other, or one intent after the other, so that limits are reached
        boolean restless = random.nextInt(25) == 0;
        this.crowded = !restless && random.nextInt(15) == 0;
        this.lossPercent = crowded ? 0 : pick(0, 0, 1, 5, 15);
        this.delayPercent = crowded ? 0 : pick(0, 5, 20, 50);
        this.repeatPercent = pick(0, 5, 20);
        this.badPercent = pick(0, 0, 2, 10);
        this.restartPercent = restless ? 40 : crowded ? 0 : pick(0, 0, 1, 3, 10);
        this.intentPercent = crowded ? 85 : pick(15, 30, 50);
        this.edgePercent = crowded ? 0 : pick(0, 20, 60);
        this.longPauses = random.nextInt(6) == 0;
        this.model = new PlainHolder(settings(seed));
        this.producer = new RandomHolder(random, model, true, crowded);
        this.readers = new RandomReaders(random, model, producer, restless, crowded);
        this.trueNs = PlainTime.seconds(pick(1, 100, 1_000_000));
    }

    /** The settings that go with a seed. */
    static PlainSettings settings(long seed) {
        Random random = new Random(~seed);
        int ppm = random.nextInt(8) == 0 ? random.nextInt(2_000) : 100;
        return new PlainSettings(PlainTime.seconds(5), ppm, random.nextInt(8) == 0, random.nextInt(8) == 0);
    }

    /** The history of a seed. */
    static List<PlainRecord.Stamped> of(long seed, int count) {
        return new RandomRecords(seed, count).generate();
    }

    private List<PlainRecord.Stamped> generate() {
        if (random.nextInt(10) != 0) {
            begin();
        }
        while (records.size() < count) {
            advance();
            int what = random.nextInt(100);
            if (percent(intentPercent)) {
                send(readers.intent(trueNs));
            } else if (what < restartPercent) {
                send(producer.restart(trueNs));
            } else if (what < 60) {
                send(producer.event(trueNs));
            } else if (what < 82) {
                send(readers.sample(trueNs));
            } else {
                send(readers.outcome(trueNs));
            }
            deliverLate();
        }
        return records;
    }

    /** What most histories begin with. */
    private void begin() {
        send(producer.start(trueNs));
        for (int i = 0; i < 5; i++) {
            send(readers.sample(trueNs));
            send(producer.allocation(producer.clock(trueNs)));
        }
    }

    private void advance() {
        if (percent(edgePercent / 4)) {
            long edge = edge(model.edges()) - producer.offset();
            if (edge > trueNs && edge - trueNs < PlainTime.seconds(7_200)) {
                trueNs = edge;
                return;
            }
        }
        int what = random.nextInt(crowded ? 330 : 1_000);
        if (what < 300) {
            trueNs += random.nextInt(1_000_000);
        } else if (what < 900) {
            trueNs += PlainTime.seconds(1) * random.nextInt(3);
        } else if (what < 970) {
            trueNs += PlainTime.seconds(pick(5, 9, 10, 11, 30)) + pick(-1, 0, 1);
        } else if (what < 997) {
            trueNs += PlainTime.seconds(pick(60, 115, 120, 300)) + pick(-1, 0, 1);
        } else if (longPauses) {
            trueNs += PlainTime.seconds(pick(600, 3_600, 86_400)) + pick(-1, 0, 1);
        }
    }

    private void send(PlainRecord good) {
        PlainRecord record = percent(badPercent) ? BadRecords.spoil(good, random) : good;
        if (percent(lossPercent)) {
            return;
        }
        if (percent(repeatPercent)) {
            late.add(new Late(records.size() + random.nextInt(20), record));
        }
        if (percent(delayPercent)) {
            late.add(new Late(records.size() + 1 + random.nextInt(pick(3, 10, 60)), record));
            return;
        }
        deliver(record);
    }

    private void deliverLate() {
        List<Late> due =
                late.stream().filter(l -> l.afterRecords() <= records.size()).toList();
        late.removeAll(due);
        due.forEach(l -> deliver(l.record()));
    }

    private void deliver(PlainRecord record) {
        recordTimeMs += random.nextInt(3);
        if (longPauses && random.nextInt(60) == 0) {
            recordTimeMs += PlainTime.DAY_MS * pick(1, 1, 1, 30) + pick(-1, 0, 1, -3_600_000);
            // what comes again after its leases were forgotten for silence is not held against anybody
            late.clear();
        }
        records.add(new PlainRecord.Stamped(recordTimeMs, record));
        model.feed(record, recordTimeMs);
    }

    private long edge(List<Long> edges) {
        return RandomHolder.edge(random, edges, 0);
    }

    private boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    private int pick(int... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
