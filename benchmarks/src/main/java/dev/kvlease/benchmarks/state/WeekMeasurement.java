package dev.kvlease.benchmarks.state;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.Consequences;
import dev.kvlease.app.topology.LeaseJoin;
import dev.kvlease.app.topology.MemoryStore;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.report.Heap;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * A week of virtual time through the application's own join, with what it stores in memory. Every twelve hours all engines
 * are replaced by new ones with new names, as deployments do. What is remembered must not grow once the first have been
 * forgotten, which takes a day.
 */
public final class WeekMeasurement {
    private static final int DAYS = 7;
    private static final int PLATEAU_DAYS = 3;
    private static final int GENERATIONS_A_DAY = 2;
    private static final int HOLDERS = 4;
    private static final int SLICE = 10_000;
    private static final long DAY_MS = 86_400_000;
    private static final long START_MS = 1_800_000_000_000L;
    private static final double MAY_GROW = 1.2;
    private static final double HEAP_MAY_GROW = 1.3;

    private final Run run;
    private final long stepMs;
    private final MemoryStore store = new MemoryStore();
    private final LeaseJoin join = new LeaseJoin(store, 0, Settings.DEFAULT, START_MS);
    private final Consequences consequences = new Consequences();
    private final List<Day> days = new ArrayList<>();
    private long records;

    /** What is remembered at the end of a day. */
    private record Day(long entries, long bytes, long heapBytes) {}

    private WeekMeasurement(Run run) {
        this.run = run;
        this.stepMs = run.of(8_000, 400);
    }

    /**
     * Prints what is remembered day by day.
     *
     * @param run how many records; the time is a week either way
     * @throws IllegalStateException if it grows
     */
    public static void measure(Run run) {
        WeekMeasurement week = new WeekMeasurement(run);
        for (int day = 0; day < DAYS; day++) {
            week.day(day);
        }
        week.check("entries", Day::entries, MAY_GROW);
        week.check("bytes", Day::bytes, MAY_GROW);
        week.check("heap", Day::heapBytes, HEAP_MAY_GROW);
    }

    private void day(int day) {
        long perGeneration = HOLDERS * DAY_MS / GENERATIONS_A_DAY / stepMs;
        for (int generation = 0; generation < GENERATIONS_A_DAY; generation++) {
            generation(day * GENERATIONS_A_DAY + generation, perGeneration);
        }
        days.add(stored());
        Day now = days.get(day);
        run.figure(
                "week, after day " + (day + 1),
                String.format(Locale.ROOT, "%,d", now.entries()),
                "",
                String.format(
                        Locale.ROOT,
                        "entries, %.2f MB; heap %.1f MB; %,d records",
                        now.bytes() / 1e6,
                        now.heapBytes() / 1e6,
                        records));
    }

    private void generation(int number, long count) {
        Workload workload = new Workload(number, HOLDERS, "week-" + number + "-", stepMs * 1_000_000);
        for (long done = 0; done < count; done += SLICE) {
            for (Workload.Step step : workload.next((int) Math.min(SLICE, count - done))) {
                take(step.record());
            }
        }
    }

    private void take(InputRecord record) {
        long timeMs = START_MS + records * stepMs / HOLDERS;
        Topic topic = Cluster.topicOf(record);
        Optional<RuntimeException> failure =
                join.take(topic, records, timeMs, Optional.of(record), timeMs, consequences);
        if (failure.isPresent()) {
            throw failure.get();
        }
        records++;
    }

    private Day stored() {
        long entries = 0;
        long bytes = 0;
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> entry = all.next();
                entries++;
                bytes += entry.key.get().length + entry.value.length;
            }
        }
        return new Day(entries, bytes, Heap.usedBytes());
    }

    private void check(String what, ToDoubleFunction<Day> field, double mayGrow) {
        double before = most(days.subList(1, PLATEAU_DAYS), field);
        double after = most(days.subList(PLATEAU_DAYS, DAYS), field);
        if (after > before * mayGrow) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT, "%s grow: %,.0f at most on days 2 and 3, %,.0f later", what, before, after));
        }
    }

    private static double most(List<Day> some, ToDoubleFunction<Day> field) {
        return Collections.max(some.stream().map(field::applyAsDouble).toList());
    }
}
