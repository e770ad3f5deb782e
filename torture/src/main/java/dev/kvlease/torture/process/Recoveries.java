package dev.kvlease.torture.process;

import dev.kvlease.torture.process.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long it took until the application was back, fault by fault. */
final class Recoveries {
    private static final double MS = 1_000.0;

    private final Map<String, List<Recovery>> all = new LinkedHashMap<>();

    /**
     * Of one time that a fault struck.
     *
     * @param firstVerdict from its healing to the first answer to a newer question
     * @param caughtUp from its healing until everything that had waited was done and committed
     */
    record Recovery(Duration firstVerdict, Duration caughtUp) {}

    void add(Fault fault, Recovery recovery) {
        all.computeIfAbsent(fault.about().name(), name -> new ArrayList<>()).add(recovery);
    }

    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-14s %6s  %21s  %21s", "fault", "times", "first verdict", "caught up"));
        lines.add(String.format(
                Locale.ROOT, "%-14s %6s  %10s %10s  %10s %10s", "", "", "median s", "max s", "median s", "max s"));
        all.forEach((name, recoveries) -> {
            List<Duration> first =
                    sorted(recoveries.stream().map(Recovery::firstVerdict).toList());
            List<Duration> done =
                    sorted(recoveries.stream().map(Recovery::caughtUp).toList());
            lines.add(String.format(
                    Locale.ROOT,
                    "%-14s %6d  %10.1f %10.1f  %10.1f %10.1f",
                    name,
                    recoveries.size(),
                    median(first),
                    last(first),
                    median(done),
                    last(done)));
        });
        return lines;
    }

    private static List<Duration> sorted(List<Duration> durations) {
        List<Duration> sorted = new ArrayList<>(durations);
        Collections.sort(sorted);
        return sorted;
    }

    private static double median(List<Duration> sorted) {
        return seconds(sorted.get(sorted.size() / 2));
    }

    private static double last(List<Duration> sorted) {
        return seconds(sorted.get(sorted.size() - 1));
    }

    static double seconds(Duration duration) {
        return duration.toMillis() / MS;
    }
}
