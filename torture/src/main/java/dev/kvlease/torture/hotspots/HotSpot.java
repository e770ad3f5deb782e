package dev.kvlease.torture.hotspots;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a hot spot cost, and what did not hold. */
final class HotSpot {
    static final String HEAD = String.format(
            Locale.ROOT,
            "%-24s %9s %9s %12s %12s %12s %12s  %s",
            "hot spot",
            "records",
            "verdicts",
            "usual us",
            "worst ms",
            "us/verdict",
            "MiB / out",
            "");

    private final List<String> problems = new ArrayList<>();
    private final Median usual = new Median();
    private final Median hot = new Median();
    private long records;
    private long verdicts;
    private long worstNs;
    private long worstAllocated;
    private long worstOut;
    private String remark = "";

    /** One of the many records. */
    void take(HotStream.Cost cost) {
        records++;
        usual.add(cost.cpuNs());
    }

    /** The record that much hangs on. */
    void take(HotStream.Cost cost, HotStream.Output out) {
        records++;
        hot.add(cost.cpuNs());
        if (cost.cpuNs() > worstNs) {
            worstNs = cost.cpuNs();
            worstAllocated = cost.allocated();
            worstOut = out.verdictBytes();
            verdicts = out.verdicts().size();
        }
    }

    void remark(String text) {
        remark = text;
    }

    void require(boolean holds, String what) {
        if (!holds) {
            problems.add(what);
        }
    }

    List<String> problems() {
        return problems;
    }

    /** Verdicts of the worst record. */
    long verdicts() {
        return verdicts;
    }

    /** CPU time of the worst record, in nanoseconds. */
    long worstNs() {
        return worstNs;
    }

    String line(String name) {
        return String.format(
                Locale.ROOT,
                "%-24s %,9d %,9d %,12.0f %,12.1f %,12.1f %5.0f / %4.0f  %s",
                name,
                records,
                verdicts,
                usual.value() / 1e3,
                HotSpots.ms(worstNs),
                hot.value() / 1e3 / Math.max(1, verdicts),
                HotSpots.mib(worstAllocated),
                HotSpots.mib(worstOut),
                remark);
    }
}
