package dev.kvlease.app.metrics;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** The meters of all threads and tasks of a process. Thread-safe. */
public final class LeaseMeters {
    /**
     * How many holders and pairs have series of their own; 0 switches them off.
     *
     * @param holders holders with series of their own
     * @param pairs pairs with series of their own
     */
    public record Limits(int holders, int pairs) {
        /** No series of single holders or pairs. */
        public static final Limits NONE = new Limits(0, 0);

        int of(Metric metric) {
            return switch (metric.labels().size()) {
                case 1 -> holders;
                default -> pairs;
            };
        }
    }

    private final Clock wallClock;
    private final Limits limits;
    private final int driftPpm;
    private final Map<String, ThreadMeter> threads = new ConcurrentHashMap<>();
    private final Map<String, List<PagePoint>> details = new ConcurrentSkipListMap<>();

    /**
     * Nothing measured yet.
     *
     * @param wallClock tells latencies and silence
     * @param limits series of single holders and pairs
     * @param driftPpm the drift bound of the rules
     */
    public LeaseMeters(Clock wallClock, Limits limits, int driftPpm) {
        this.wallClock = wallClock;
        this.limits = limits;
        this.driftPpm = driftPpm;
    }

    /**
     * A meter for a task that begins on this thread.
     *
     * @param context the task's
     * @return a new meter
     */
    public TaskMeter ofTask(ProcessorContext<?, ?> context) {
        String thread = Thread.currentThread().getName();
        String task = context.taskId().toString();
        ThreadMeter ofThread =
                threads.computeIfAbsent(thread, name -> new ThreadMeter(Sensors.ofThread(context.metrics(), name)));
        Survey survey = new Survey(Sensors.ofTask(context.metrics(), thread, task), limits, driftPpm);
        return new TaskMeter(this, task, ofThread, survey);
    }

    long nowMs() {
        return wallClock.millis();
    }

    void publish(String task, List<PagePoint> points) {
        details.put(task, points);
    }

    void forget(String task) {
        details.remove(task);
    }

    /**
     * Values of single holders and pairs, as far as they are switched on.
     *
     * @return what was seen last, no more than the limits allow
     */
    public List<PagePoint> details() {
        Map<Metric, Integer> taken = new TreeMap<>();
        List<PagePoint> points = new ArrayList<>();
        for (List<PagePoint> ofTask : details.values()) {
            for (PagePoint point : ofTask) {
                if (taken.merge(point.metric(), 1, Integer::sum) <= limits.of(point.metric())) {
                    points.add(point);
                }
            }
        }
        return points;
    }
}
