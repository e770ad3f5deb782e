package dev.kvlease.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Feeds two implementations the same records and finds the first on which they disagree. */
final class Comparison {
    /** Two fresh implementations. */
    record Sides(Supplier<Answers> expected, Supplier<Answers> actual) {}

    private Comparison() {}

    /** Says where and how the sides first disagree. */
    static Optional<String> disagreement(List<PlainRecord.Stamped> records, Sides sides) {
        Answers expected = sides.expected().get();
        Answers actual = sides.actual().get();
        for (int i = 0; i < records.size(); i++) {
            List<PlainAnswer> wanted = expected.apply(records.get(i));
            List<PlainAnswer> got;
            try {
                got = actual.apply(records.get(i));
            } catch (RuntimeException e) {
                return Optional.of("record " + i + ": the core fails: " + e);
            }
            List<String> want = comparable(wanted);
            List<String> have = comparable(got);
            if (!want.equals(have)) {
                return Optional.of("record " + i + "\n  model: " + want + "\n  core:  " + have);
            }
            Optional<String> clock = clockDisagreement(wanted, got);
            if (clock.isPresent()) {
                return Optional.of("record " + i + " " + clock.get());
            }
        }
        return Optional.empty();
    }

    /** The order between different reads is free, and a reason of refusal is a matter of taste. */
    private static List<String> comparable(List<PlainAnswer> answers) {
        List<String> texts = new ArrayList<>();
        for (PlainAnswer answer : answers) {
            if (answer instanceof PlainAnswer.Refused) {
                texts.add("Refused");
            } else if (answer instanceof PlainAnswer.Violation v && !v.type().startsWith("READ_AFTER")) {
                // only a judgement on a lease is on evidence that can be incomplete
                texts.add(answer.toString().replaceAll("incompleteEvidence=\\w+", ""));
            } else if (!(answer instanceof PlainAnswer.Offset)) {
                texts.add(answer.toString());
            }
        }
        texts.sort(Comparator.naturalOrder());
        return texts;
    }

    /** Nothing says when an offset is written; where both do, they must be equal. */
    private static Optional<String> clockDisagreement(List<PlainAnswer> expected, List<PlainAnswer> actual) {
        Predicate<PlainAnswer> isOffset = a -> a instanceof PlainAnswer.Offset;
        List<PlainAnswer> want = expected.stream().filter(isOffset).toList();
        List<PlainAnswer> have = actual.stream().filter(isOffset).toList();
        return want.isEmpty() || have.isEmpty() || want.equals(have)
                ? Optional.empty()
                : Optional.of("\n  model: " + want + "\n  core:  " + have);
    }

    /** Drops records while any disagreement persists. */
    static List<PlainRecord.Stamped> shrink(List<PlainRecord.Stamped> records, Sides sides) {
        List<PlainRecord.Stamped> small = records;
        for (int chunk = Math.max(1, records.size() / 2); chunk >= 1; chunk /= 2) {
            boolean progress = true;
            while (progress) {
                int before = small.size();
                small = dropChunks(small, chunk, sides);
                progress = small.size() < before;
            }
        }
        return small;
    }

    private static List<PlainRecord.Stamped> dropChunks(List<PlainRecord.Stamped> records, int chunk, Sides sides) {
        List<PlainRecord.Stamped> small = records;
        for (int from = small.size() - chunk; from > -chunk; from -= chunk) {
            List<PlainRecord.Stamped> fewer = new ArrayList<>(small);
            fewer.subList(Math.max(0, from), Math.min(small.size(), from + chunk))
                    .clear();
            if (disagreement(fewer, sides).isPresent()) {
                small = fewer;
            }
        }
        return small;
    }

    /** What a developer needs to see: the seed, the difference, and the shortest history that shows it. */
    static Optional<String> report(long seed, List<PlainRecord.Stamped> records, Sides sides) {
        if (disagreement(records, sides).isEmpty()) {
            return Optional.empty();
        }
        List<PlainRecord.Stamped> small = shrink(records, sides);
        String difference = disagreement(small, sides).orElseThrow();
        return Optional.of(
                "seed " + seed + ", " + small.size() + " records left; " + difference + "\n" + EventLines.print(small));
    }
}
