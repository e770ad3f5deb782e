package dev.kvlease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every limit of semantics.md to the nanosecond. A number of a random record is moved until what follows changes by the
 * model, and the place where it changes is narrowed down to two neighbouring values; there the core must change too, on
 * both sides of the edge. {@code -Dkvlease.seeds=N} and {@code -Dkvlease.seed=S} as in {@link CoreAgainstModelTest}.
 */
class EdgesTest {
    private static final int RECORDS = 25;
    private static final int MOVES_OF_A_HISTORY = 12;
    private static final long FIRST = Long.getLong("kvlease.seed", 1_000);
    private static final int SEEDS = Integer.getInteger("kvlease.seeds", 60);
    private static final int WANTED_EDGES = SEEDS;

    /** How far a number is moved at most. */
    private static final List<Long> REACHES = List.of(
            3L,
            2_000_000L,
            PlainTime.seconds(12),
            PlainTime.seconds(130),
            PlainTime.seconds(650),
            PlainTime.seconds(4_000),
            PlainTime.DAY + PlainTime.seconds(4_000));

    /** A history of which one number may be chosen freely; a record that comes again says the same again. */
    private record Movable(List<PlainRecord.Stamped> records, int index, Numbers.Field field) {
        List<PlainRecord.Stamped> with(long value) {
            PlainRecord old = records.get(index).value();
            PlainRecord moved = field.with(old, value);
            return records.stream()
                    .map(each -> each.value().equals(old) ? new PlainRecord.Stamped(each.recordTimeMs(), moved) : each)
                    .toList();
        }

        long value() {
            return field.of(records.get(index).value()).orElseThrow();
        }
    }

    @Test
    void theCoreChangesItsMindAtTheSameNanosecond() {
        int edges = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Random random = new Random(seed);
            PlainSettings settings = RandomRecords.settings(seed);
            List<PlainRecord.Stamped> records = RandomRecords.of(seed, RECORDS);
            for (int move = 0; move < MOVES_OF_A_HISTORY; move++) {
                Optional<Movable> movable = choose(records, random);
                if (movable.isPresent() && checkEdge(movable.get(), reach(random), settings, seed)) {
                    edges++;
                }
            }
        }
        assertThat(edges).as("edges found").isGreaterThan(WANTED_EDGES);
    }

    private static long reach(Random random) {
        long reach = REACHES.get(random.nextInt(REACHES.size()));
        return random.nextBoolean() ? reach : -reach;
    }

    private static Optional<Movable> choose(List<PlainRecord.Stamped> records, Random random) {
        int index = random.nextInt(records.size());
        PlainRecord record = records.get(index).value();
        List<Numbers.Field> present = Numbers.of(record).stream()
                .filter(f -> f.of(record).isPresent())
                .toList();
        return present.isEmpty()
                ? Optional.empty()
                : Optional.of(new Movable(records, index, present.get(random.nextInt(present.size()))));
    }

    /** Whether there was an edge within reach. */
    private static boolean checkEdge(Movable movable, long reach, PlainSettings settings, long seed) {
        long here = movable.value();
        long there = here + reach;
        List<String> saysHere = sayings(movable.with(here), settings);
        if (sayings(movable.with(there), settings).equals(saysHere)) {
            return false;
        }
        while (Math.abs(there - here) > 1) {
            long between = here + (there - here) / 2;
            if (sayings(movable.with(between), settings).equals(saysHere)) {
                here = between;
            } else {
                there = between;
            }
        }
        agree(movable.with(here), settings, seed);
        agree(movable.with(there), settings, seed);
        return true;
    }

    /** What the model says, without the times that change with every nanosecond. */
    private static List<String> sayings(List<PlainRecord.Stamped> records, PlainSettings settings) {
        Answers model = Answers.ofModel(settings);
        return records.stream()
                .map(record -> model.apply(record).stream()
                        .flatMap(EdgesTest::saying)
                        .sorted()
                        .collect(Collectors.joining(",")))
                .toList();
    }

    private static Stream<String> saying(PlainAnswer answer) {
        if (answer instanceof PlainAnswer.Verdict v) {
            return Stream.of(String.join(" ", v.read(), v.status(), v.reason(), v.trigger()));
        }
        if (answer instanceof PlainAnswer.Violation v) {
            return Stream.of(String.join(" ", v.type(), v.certainty(), v.read(), v.by()));
        }
        if (answer instanceof PlainAnswer.Offset o) {
            return Stream.of("offset suspect " + o.suspect() + " steps " + o.steps() + " rtt " + o.minRttNs());
        }
        return Stream.of("refused");
    }

    private static void agree(List<PlainRecord.Stamped> records, PlainSettings settings, long seed) {
        for (int restoreEvery : List.of(0, 1)) {
            Comparison.Sides sides = new Comparison.Sides(
                    () -> Answers.ofModel(settings), () -> CoreAnswers.ofRestoredCore(settings, restoreEvery));
            assertThat(Comparison.report(seed, records, sides))
                    .as("%s, restored after every %d records (0: never)", settings, restoreEvery)
                    .isEmpty();
        }
    }
}
