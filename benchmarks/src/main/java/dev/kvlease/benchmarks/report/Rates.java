package dev.kvlease.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Rates of the runs of one measurement; the first is warm-up and does not count, unless that was apart. */
public final class Rates {
    private static final double NS_PER_SECOND = 1e9;

    private final String name;
    private final List<Double> perSecond = new ArrayList<>();
    private boolean warm;
    private String remark = "";

    /**
     * No runs yet.
     *
     * @param name what is measured
     */
    public Rates(String name) {
        this.name = name;
    }

    /**
     * No runs yet, and the first counts too.
     *
     * @param name what is measured, which has been warmed up
     * @return the rates
     */
    public static Rates warm(String name) {
        Rates rates = new Rates(name);
        rates.warm = true;
        return rates;
    }

    /**
     * Takes one run.
     *
     * @param count how many
     * @param elapsedNs in which time, in nanoseconds
     */
    public void add(long count, long elapsedNs) {
        if (warm) {
            perSecond.add(count * NS_PER_SECOND / elapsedNs);
        }
        warm = true;
    }

    /**
     * What else there is to say.
     *
     * @param text printed behind the figures
     */
    public void remark(String text) {
        remark = text;
    }

    /**
     * The rate in the middle.
     *
     * @return per second
     */
    public double median() {
        List<Double> sorted = new ArrayList<>(perSecond);
        Collections.sort(sorted);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-34s %,12.0f /s median of %d (%,.0f to %,.0f)  %s",
                name,
                median(),
                perSecond.size(),
                Collections.min(perSecond),
                Collections.max(perSecond),
                remark);
    }
}
