package dev.kvlease.app.explain;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the names most like one that was asked for and not found. Memory is small whatever is offered. */
public final class NearMatches {
    private static final int KEPT = 5;
    private static final int LONGEST = 64;

    private final String wanted;
    private final Map<String, Integer> distances = new HashMap<>();

    /**
     * Nothing offered yet.
     *
     * @param wanted the name asked for
     */
    public NearMatches(String wanted) {
        this.wanted = wanted;
    }

    /**
     * A name that exists.
     *
     * @param id the name
     */
    public void offer(String id) {
        if (distances.containsKey(id)) {
            return;
        }
        distances.put(id, distance(wanted, id));
        if (distances.size() > KEPT) {
            distances.entrySet().stream().max(farthest()).ifPresent(entry -> distances.remove(entry.getKey()));
        }
    }

    /**
     * The names most like the one wanted.
     *
     * @return best first
     */
    public List<String> nearest() {
        return distances.entrySet().stream()
                .sorted(farthest())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Comparator<Map.Entry<String, Integer>> farthest() {
        return Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey());
    }

    /** Single-character edits that make one text the other; of long texts, their beginnings. */
    private static int distance(String first, String second) {
        String a = first.length() > LONGEST ? first.substring(0, LONGEST) : first;
        String b = second.length() > LONGEST ? second.substring(0, LONGEST) : second;
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
