package dev.kvlease.app.trail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lines of runs that handed their state on. The last line is that of the run that wrote the newest verdicts; before it come
 * those that it has nothing to do with, because the stream began anew without a state. What a later line took counts as taken
 * then.
 */
final class RunLines {
    private final Map<Long, RunSteps> runs;

    /**
     * The steps of a run that count.
     *
     * @param run the run
     * @param last the last of its steps that counts
     * @param opens whether it is the first of its line
     * @param ends what later lines took, by the number of the input: from these offsets on
     */
    record Leg(RunSteps run, long last, boolean opens, long[] ends) {}

    RunLines(Map<Long, RunSteps> runs) {
        this.runs = runs;
    }

    /** What counts, in the order in which it is to be taken. */
    List<Leg> legs() {
        NavigableMap<Long, RunSteps> left = new TreeMap<>(runs);
        long[] ends = new long[TrailCode.INPUTS.size()];
        Arrays.fill(ends, Long.MAX_VALUE);
        List<Leg> legs = new ArrayList<>();
        while (!left.isEmpty()) {
            List<Long> line = lineTo(newestOf(left));
            legs.addAll(0, legsOf(line, ends));
            ends = lesser(ends, runs.get(line.get(0)).began());
            left.keySet().removeIf(number -> lineTo(number).get(0).equals(line.get(0)));
        }
        return legs;
    }

    /** The one with the highest number among those behind which no other one wrote: numbers are the clocks of different hosts. */
    private static long newestOf(NavigableMap<Long, RunSteps> among) {
        return among.descendingMap().entrySet().stream()
                .filter(run -> among.values().stream().noneMatch(other -> other.wroteBehind(run.getValue())))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(among::lastKey);
    }

    /** The runs that handed their state on to one, oldest first. */
    private List<Long> lineTo(long last) {
        Deque<Long> line = new ArrayDeque<>();
        Optional<Long> number = Optional.of(last);
        while (number.isPresent()) {
            long before = number.get();
            line.addFirst(before);
            number = runs.get(before).from().filter(from -> from < before && runs.containsKey(from));
        }
        return new ArrayList<>(line);
    }

    private List<Leg> legsOf(List<Long> line, long[] ends) {
        List<Leg> legs = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            RunSteps run = runs.get(line.get(i));
            long last = i + 1 < line.size() ? runs.get(line.get(i + 1)).firstStep() - 1 : run.lastStep();
            legs.add(new Leg(run, last, i == 0, ends));
        }
        return legs;
    }

    /** The lesser of each two. */
    static long[] lesser(long[] some, long[] others) {
        long[] lesser = some.clone();
        for (int code = 0; code < lesser.length; code++) {
            lesser[code] = Math.min(lesser[code], others[code]);
        }
        return lesser;
    }
}
