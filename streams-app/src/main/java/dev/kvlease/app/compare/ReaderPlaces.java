package dev.kvlease.app.compare;

import dev.kvlease.app.topology.Partitions;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * In which partition the verdicts for a reader lie, learnt from verdicts: files do not tell how many partitions there were.
 * It is the lowest number that explains all of them. Under other names, of an anonymized export, no number does; then only
 * readers that have verdicts have a place.
 */
final class ReaderPlaces implements ToIntFunction<String> {
    /** Where nothing lies. */
    static final int NOWHERE = -1;

    private static final int MOST_PARTITIONS = 10_000;

    private final Map<String, Integer> known = new HashMap<>();
    private int highest = NOWHERE;
    private OptionalInt partitions = OptionalInt.empty();
    private boolean settled;

    void learn(String reader, int place) {
        known.put(reader, place);
        highest = Math.max(highest, place);
        settled = false;
    }

    @Override
    public int applyAsInt(String reader) {
        Integer place = known.get(reader);
        if (place != null) {
            return place;
        }
        if (!settled) {
            settled = true;
            partitions = IntStream.range(highest + 1, MOST_PARTITIONS)
                    .filter(count -> count > 0 && explainsAll(count))
                    .findFirst();
        }
        return partitions.isPresent() ? of(reader, partitions.getAsInt()) : NOWHERE;
    }

    private boolean explainsAll(int count) {
        return known.entrySet().stream().allMatch(each -> of(each.getKey(), count) == each.getValue());
    }

    /** The place of a reader's verdicts among so many partitions. */
    static int of(String reader, int partitions) {
        return Partitions.of(reader.getBytes(StandardCharsets.UTF_8), partitions);
    }
}
