package dev.kvlease.benchmarks.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Medians and ratios of all laps. */
final class Comparison {
    private final Map<Contender, List<Lap>> laps = new EnumMap<>(Contender.class);
    private final Map<Contender, Answers> answers = new EnumMap<>(Contender.class);
    private final List<Lap> replays = new ArrayList<>();

    private final Answers truth;

    /** Begins with what the core says in the very order of the log. */
    Comparison(Answers truth) {
        this.truth = truth;
    }

    void add(Contender contender, Lap lap) {
        laps.computeIfAbsent(contender, each -> new ArrayList<>()).add(lap);
    }

    /** What the last run said; all say nearly the same. */
    void add(Contender contender, Answers said) {
        answers.put(contender, said);
    }

    void addReplay(Lap lap) {
        replays.add(lap);
    }

    void print(PrintStream out) {
        laps.forEach((contender, each) -> out.println(line(contender.title(), each)));
        if (!replays.isEmpty()) {
            out.println(line("topic replay", replays));
        }
        ratio(out, Contender.APPLICATION, Contender.PASS_THROUGH);
        ratio(out, Contender.APPLICATION, Contender.FLINK);
        ratio(out, Contender.APPLICATION_ONCE, Contender.FLINK_ONCE);
        print(out, "answers, in the order of the log", truth);
        answers.forEach((contender, said) -> print(out, contender.title(), said));
    }

    private static void print(PrintStream out, String title, Answers said) {
        out.printf(
                Locale.ROOT,
                "%-34s %,12d READABLE, %,d EXPIRED, %,d revoked%n",
                title,
                said.readable(),
                said.expired(),
                said.revocations());
    }

    private String line(String title, List<Lap> each) {
        double[] rates = each.stream().mapToDouble(Lap::perSecond).sorted().toArray();
        String processor = each.get(0).processor().isZero()
                ? ""
                : String.format(Locale.ROOT, "  %.1f µs of processor time a record", median(each, Lap::processorUs));
        return String.format(
                Locale.ROOT,
                "%-34s %,12.0f /s median of %d (%,.0f to %,.0f)%s",
                title,
                median(each, Lap::perSecond),
                rates.length,
                rates[0],
                rates[rates.length - 1],
                processor);
    }

    private void ratio(PrintStream out, Contender ours, Contender other) {
        if (!laps.containsKey(ours) || !laps.containsKey(other)) {
            return;
        }
        List<Lap> mine = laps.get(ours);
        List<Lap> theirs = laps.get(other);
        out.printf(
                Locale.ROOT,
                "%s / %s%n%-34s %12.2f in records a second, %.2f in processor time%n",
                ours.title(),
                other.title(),
                "",
                median(mine, Lap::perSecond) / median(theirs, Lap::perSecond),
                median(mine, Lap::processorUs) / median(theirs, Lap::processorUs));
    }

    static double median(List<Lap> of, ToDoubleFunction<Lap> figure) {
        double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
