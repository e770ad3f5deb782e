package dev.kvlease.torture.hotspots;

import dev.kvlease.app.codec.InputRecord;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs the hot spots and prints what the worst record of each cost; {@code torture/run hotspots} starts it. The worst
 * record's time is what every other holder of its partition waits. The exit code is 1 if something does not hold.
 */
public final class HotSpots {
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final double BYTES_PER_MIB = 1 << 20;

    private final int scale;

    /**
     * Hot spots of a size.
     *
     * @param scale 1 for the full size, more for that part of it
     */
    HotSpots(int scale) {
        this.scale = scale;
    }

    /**
     * Runs all, or those named.
     *
     * @param args {@code quick} for a twentieth of the size, and names
     */
    public static void main(String[] args) {
        System.exit(run(System.out, args));
    }

    static int run(PrintStream out, String... args) {
        List<String> asked = new ArrayList<>(Arrays.asList(args));
        HotSpots spots = new HotSpots(asked.remove("quick") ? 20 : 1);
        Map<String, Supplier<HotSpot>> all = spots.all();
        if (!all.keySet().containsAll(asked)) {
            out.println("usage: torture/run hotspots [quick] [" + String.join("] [", all.keySet()) + "]");
            return 2;
        }
        out.println(HotSpot.HEAD);
        boolean holds = true;
        for (Map.Entry<String, Supplier<HotSpot>> each : all.entrySet()) {
            if (asked.isEmpty() || asked.contains(each.getKey())) {
                HotSpot spot = each.getValue().get();
                out.println(spot.line(each.getKey()));
                spot.problems().forEach(problem -> out.println("  DOES NOT HOLD: " + problem));
                holds &= spot.problems().isEmpty();
            }
        }
        out.println(holds ? "all hold" : "some do not hold");
        return holds ? 0 : 1;
    }

    private Map<String, Supplier<HotSpot>> all() {
        Map<String, Supplier<HotSpot>> all = new LinkedHashMap<>();
        all.put("one-holder-80-percent", this::oneHolder);
        all.put("holders-10000", this::manyHolders);
        all.put("gap-100000-reads", this::gap);
        all.put("clock-step-10000-reads", this::clockStep);
        all.put("all-restart", this::restarts);
        return all;
    }

    /** Four of five records are of one holder, which has most of the leases too. */
    HotSpot oneHolder() {
        HotSpot spot = new HotSpot();
        try (HotStream stream = new HotStream()) {
            HotHolder hot = new HotHolder("hot");
            List<HotHolder> others = holders(100);
            others.forEach(each -> begin(each, stream));
            begin(hot, stream);
            stream.output();
            int turns = 50_000 / scale;
            Median early = new Median();
            Median late = new Median();
            Median other = new Median();
            for (int i = 0; i < turns; i++) {
                boolean isHot = i % 5 != 0;
                HotHolder holder = isHot ? hot : others.get(i / 5 % others.size());
                HotStream.Cost cost = leaseAndAsk(holder, stream, spot);
                Median of = !isHot ? other : i < turns / 4 ? early : late;
                of.add(cost.cpuNs());
            }
            HotStream.Output out = stream.output();
            spot.require(out.count("WITHIN_LEASE") == turns, "every read is answered READABLE");
            spot.require(
                    late.value() < 4 * early.value() && other.value() < 4 * early.value(),
                    "a record costs about the same however much its holder, or another, has");
            spot.remark(String.format(
                    Locale.ROOT,
                    "an answer of the hot holder %.0f us at first, %.0f at last, of others %.0f",
                    early.value() / NS_PER_US,
                    late.value() / NS_PER_US,
                    other.value() / NS_PER_US));
        }
        return spot;
    }

    /** Ten thousand holders with a lease and a read each. */
    HotSpot manyHolders() {
        HotSpot spot = new HotSpot();
        try (HotStream stream = new HotStream()) {
            List<HotHolder> holders = holders(10_000 / scale);
            Median early = new Median();
            Median late = new Median();
            for (int i = 0; i < holders.size(); i++) {
                begin(holders.get(i), stream);
                HotStream.Cost cost = leaseAndAsk(holders.get(i), stream, spot);
                (i < holders.size() / 4 ? early : late).add(cost.cpuNs());
            }
            HotStream.Output out = stream.output();
            spot.require(out.count("WITHIN_LEASE") == holders.size(), "every read is answered READABLE");
            spot.require(
                    late.value() < 4 * early.value(), "an answer costs about the same however many holders there are");
            spot.remark(String.format(
                    Locale.ROOT,
                    "an answer %.0f us with few holders, %.0f with all",
                    early.value() / NS_PER_US,
                    late.value() / NS_PER_US));
        }
        return spot;
    }

    /** A lost event distrusts all leases of a holder, and every one has an open read. */
    HotSpot gap() {
        HotSpot spot = new HotSpot();
        try (HotStream stream = new HotStream()) {
            HotHolder hot = new HotHolder("hot");
            HotHolder other = new HotHolder("other");
            begin(other, stream);
            int reads = open(hot, 100_000 / scale, stream, spot);
            hot.lose(1);
            revoked(spot, stream, hot.heartbeat(), reads, "EVENT_GAP");
            spot.take(stream.send(hot.heartbeat()));
            spot.require(stream.output().verdicts().isEmpty(), "nothing is revoked twice");
            stream.send(hot.ask(1));
            spot.require(stream.output().count("EVENT_GAP") == 1, "no lease from before the gap is readable");
            leaseAndAsk(hot, stream, spot);
            leaseAndAsk(other, stream, spot);
            spot.require(stream.output().count("WITHIN_LEASE") == 2, "the holder and others go on at once");
        }
        return spot;
    }

    /** The clock of a pair is seen to step, with many reads open. */
    HotSpot clockStep() {
        HotSpot spot = new HotSpot();
        try (HotStream stream = new HotStream()) {
            HotHolder hot = new HotHolder("hot");
            int reads = open(hot, 10_000 / scale, stream, spot);
            revoked(spot, stream, hot.sample(10_000_000_000L), reads, "CLOCK_UNKNOWN");
            stream.send(hot.ask(1));
            spot.require(
                    stream.output().count("CLOCK_UNKNOWN") == 1, "no read is allowed by a clock that may have stepped");
            stream.send(hot.sample());
            leaseAndAsk(hot, stream, spot);
            spot.require(stream.output().count("WITHIN_LEASE") == 1, "the pair goes on once its clock is known again");
        }
        return spot;
    }

    /** All holders restart one after the other, each with open reads. */
    HotSpot restarts() {
        HotSpot spot = new HotSpot();
        try (HotStream stream = new HotStream()) {
            List<HotHolder> holders = holders(1_000 / scale);
            int reads = 0;
            for (HotHolder holder : holders) {
                reads += open(holder, 100, stream, spot);
            }
            long revoked = 0;
            for (HotHolder holder : holders) {
                HotStream.Cost cost = stream.send(holder.start());
                HotStream.Output out = stream.output();
                revoked += out.count("ENGINE_RESTARTED");
                spot.take(cost, out);
                stream.send(holder.sample());
                leaseAndAsk(holder, stream, spot);
                spot.require(stream.output().count("WITHIN_LEASE") == 1, "a holder goes on in its new life");
            }
            spot.require(revoked == reads, "every read is revoked, once");
        }
        return spot;
    }

    private static List<HotHolder> holders(int count) {
        List<HotHolder> holders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            holders.add(new HotHolder("holder-" + i));
        }
        return holders;
    }

    private static void begin(HotHolder holder, HotStream stream) {
        stream.send(holder.start());
        stream.send(holder.sample());
    }

    private static int open(HotHolder holder, int reads, HotStream stream, HotSpot spot) {
        begin(holder, stream);
        stream.output();
        int readable = 0;
        for (int i = 1; i <= reads; i++) {
            leaseAndAsk(holder, stream, spot);
            if (i % 1_000 == 0 || i == reads) {
                readable += (int) stream.output().count("WITHIN_LEASE");
            }
        }
        spot.require(readable == reads, "every read is answered READABLE");
        return reads;
    }

    private static HotStream.Cost leaseAndAsk(HotHolder holder, HotStream stream, HotSpot spot) {
        spot.take(stream.send(holder.lease()));
        HotStream.Cost cost = stream.send(holder.ask());
        spot.take(cost);
        return cost;
    }

    private static void revoked(HotSpot spot, HotStream stream, InputRecord record, int reads, String reason) {
        HotStream.Cost cost = stream.send(record);
        HotStream.Output out = stream.output();
        spot.take(cost, out);
        spot.require(out.count(reason) == reads && out.reads() == reads, "every open read is revoked, once");
        spot.require(out.deadLetters() == 0, "nothing is put aside");
    }

    static double ms(long ns) {
        return ns / NS_PER_MS;
    }

    static double mib(long bytes) {
        return bytes / BYTES_PER_MIB;
    }
}
