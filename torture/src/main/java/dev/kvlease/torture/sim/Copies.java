package dev.kvlease.torture.sim;

import dev.kvlease.app.topics.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps parts of a history possible: after a crash, everything that was not committed comes again. */
final class Copies {
    private record Place(int partition, Topic topic, long offset) {
        static Place of(Step.Consume step) {
            return new Place(step.partition(), step.topic(), step.offset());
        }
    }

    private Copies() {}

    /** What is left without some steps; a record that is left out is left out each time that it came. */
    static List<Step.Numbered> without(List<Step.Numbered> steps, List<Step.Numbered> removed) {
        Set<Place> gone = new HashSet<>();
        Set<Step.Numbered> others = new HashSet<>();
        for (Step.Numbered each : removed) {
            if (each.step() instanceof Step.Consume consume) {
                gone.add(Place.of(consume));
            } else {
                others.add(each);
            }
        }
        List<Step.Numbered> left = new ArrayList<>();
        for (Step.Numbered each : steps) {
            boolean isGone = each.step() instanceof Step.Consume consume
                    ? gone.contains(Place.of(consume))
                    : others.contains(each);
            if (!isGone) {
                left.add(each);
            }
        }
        return onceEach(left);
    }

    /** Without the copies that no crash makes come again. */
    private static List<Step.Numbered> onceEach(List<Step.Numbered> steps) {
        Set<Place> taken = new HashSet<>();
        Map<Integer, Set<Place>> sinceCommit = new HashMap<>();
        List<Step.Numbered> left = new ArrayList<>();
        for (Step.Numbered each : steps) {
            if (each.step() instanceof Step.Consume consume) {
                if (!taken.add(Place.of(consume))) {
                    continue;
                }
                sinceCommit
                        .computeIfAbsent(consume.partition(), p -> new HashSet<>())
                        .add(Place.of(consume));
            } else if (each.step() instanceof Step.Crash crash) {
                taken.removeAll(sinceCommit.getOrDefault(crash.partition(), Set.of()));
                sinceCommit.remove(crash.partition());
            } else if (each.step() instanceof Step.Commit commit) {
                sinceCommit.remove(commit.partition());
            }
            left.add(each);
        }
        return left;
    }

    /** Tells whether every record comes again that a crash made come again. */
    static boolean isPossible(List<Step.Numbered> steps) {
        Map<Integer, Set<Place>> sinceCommit = new HashMap<>();
        Map<Integer, Set<Place>> owed = new HashMap<>();
        for (Step.Numbered each : steps) {
            if (each.step() instanceof Step.Consume consume) {
                sinceCommit
                        .computeIfAbsent(consume.partition(), p -> new HashSet<>())
                        .add(Place.of(consume));
                owed.computeIfAbsent(consume.partition(), p -> new HashSet<>()).remove(Place.of(consume));
            } else if (each.step() instanceof Step.Crash crash) {
                Set<Place> again = owed.computeIfAbsent(crash.partition(), p -> new HashSet<>());
                again.addAll(sinceCommit.getOrDefault(crash.partition(), Set.of()));
                sinceCommit.remove(crash.partition());
            } else if (each.step() instanceof Step.Commit commit) {
                if (!owed.getOrDefault(commit.partition(), Set.of()).isEmpty()) {
                    return false;
                }
                sinceCommit.remove(commit.partition());
            }
        }
        return owed.values().stream().allMatch(Set::isEmpty);
    }
}
