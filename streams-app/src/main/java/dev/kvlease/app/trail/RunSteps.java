package dev.kvlease.app.trail;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The steps of one run, as far as they are told. */
final class RunSteps {
    private static final int CHUNK = 4_096;
    private static final byte UNKNOWN = -1;

    private final NavigableMap<Long, byte[]> chunks = new TreeMap<>();
    private final Map<Long, Long> jumps = new HashMap<>();
    private final NavigableMap<Long, long[]> positions = new TreeMap<>();
    private Optional<Long> after = Optional.empty();
    private Optional<Long> from = Optional.empty();
    private final Map<Integer, Long> written = new HashMap<>();
    private long lowest = Long.MAX_VALUE;
    private long highest = Long.MIN_VALUE;

    /** Takes the steps that end with one. */
    void told(long last, List<TrailText.Step> steps) {
        long step = last - steps.size();
        for (TrailText.Step each : steps) {
            step++;
            byte[] chunk = chunks.computeIfAbsent(step / CHUNK, unused -> filled());
            chunk[(int) (step % CHUNK)] = (byte) TrailCode.of(each.input());
            if (each.offset() != TrailText.Step.FOLLOWS) {
                jumps.put(step, each.offset());
            }
        }
        if (!steps.isEmpty()) {
            lowest = Math.min(lowest, last - steps.size() + 1);
            highest = Math.max(highest, last);
        }
    }

    private static byte[] filled() {
        byte[] chunk = new byte[CHUNK];
        Arrays.fill(chunk, UNKNOWN);
        return chunk;
    }

    /** How the run began; {@code run} is {@link TrailText.Begin#NONE} if it did so with nothing. */
    void beganAfter(long step, long run) {
        after = Optional.of(step);
        from = Optional.of(run);
    }

    /** What had been taken after a step. One of these for each stretch of steps is enough; {@code before} is before those told with it. */
    void stoodAt(long step, long before, long[] taken) {
        Long known = positions.floorKey(step);
        boolean needed = known == null || known / CHUNK != step / CHUNK || code(before) < 0;
        if (needed) {
            positions.put(step, taken);
        }
    }

    /** It wrote a verdict at an offset of a partition of their topic. */
    void wrote(int place, long offset) {
        written.merge(place, offset, Math::max);
    }

    /** Whether it wrote behind another run in all partitions where both wrote. */
    boolean wroteBehind(RunSteps other) {
        Set<Integer> both = new HashSet<>(written.keySet());
        both.retainAll(other.written.keySet());
        return !both.isEmpty() && both.stream().allMatch(place -> written.get(place) > other.written.get(place));
    }

    /** The run whose state it went on from; empty if that is not told, or if it began with nothing. */
    Optional<Long> from() {
        return from.filter(run -> run != TrailText.Begin.NONE);
    }

    private boolean beganWithNothing() {
        return from.isPresent() && from.get() == TrailText.Begin.NONE;
    }

    /** The offsets that it took first, by the number of the input; {@link Long#MAX_VALUE} where nothing tells. */
    long[] began() {
        long[] first = new long[TrailCode.INPUTS.size()];
        Arrays.fill(first, Long.MAX_VALUE);
        if (!beganWithNothing()) {
            return positionsBefore(firstStep()).orElse(first);
        }
        int left = first.length;
        for (long step = firstStep(); left > 0 && step <= highest && code(step) >= 0; step++) {
            int code = code(step);
            if (first[code] == Long.MAX_VALUE) {
                first[code] = jump(step).orElse(0L);
                left--;
            }
        }
        return first;
    }

    /** Its first step that is told, or that it took for sure. */
    long firstStep() {
        return after.map(step -> step + 1).orElse(lowest);
    }

    long lastStep() {
        return highest;
    }

    /** The number of a step's input, or less than 0 if it is not told. */
    int code(long step) {
        byte[] chunk = chunks.get(step / CHUNK);
        return chunk == null ? UNKNOWN : chunk[(int) (step % CHUNK)];
    }

    /** A step behind one that is not told: the next one, or where the next ones are told. */
    long nextKnown(long step) {
        if (chunks.containsKey(step / CHUNK)) {
            return step + 1;
        }
        Long chunk = chunks.higherKey(step / CHUNK);
        return chunk == null ? Long.MAX_VALUE : chunk * CHUNK;
    }

    Optional<Long> jump(long step) {
        return Optional.ofNullable(jumps.get(step));
    }

    /** What had been taken before a step; empty if nothing tells. */
    Optional<long[]> positionsBefore(long step) {
        if (beganWithNothing() && step == firstStep()) {
            // What it never took it has not passed over either.
            return Optional.of(Arrays.stream(began())
                    .map(first -> first == Long.MAX_VALUE ? 0 : first)
                    .toArray());
        }
        Map.Entry<Long, long[]> stood = positions.ceilingEntry(step);
        if (stood == null) {
            return Optional.empty();
        }
        long[] before = stood.getValue().clone();
        for (long each = stood.getKey(); each >= step; each--) {
            int code = code(each);
            if (code < 0) {
                return Optional.empty();
            }
            before[code] = jump(each).orElse(before[code] - 1);
        }
        return Optional.of(before);
    }
}
