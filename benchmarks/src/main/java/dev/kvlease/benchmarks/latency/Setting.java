package dev.kvlease.benchmarks.latency;

import java.util.Locale;
import java.util.Map;

/**
 * How the application is configured.
 *
 * @param guarantee {@code processing.guarantee}
 * @param commitMs {@code commit.interval.ms}
 * @param lingerMs {@code producer.linger.ms}, of the application and of whoever sends to it
 * @param rounds of how many rounds the median is taken
 */
record Setting(String guarantee, long commitMs, long lingerMs, int rounds) {
    private static final int LEAST_SECONDS = 6;

    /** How long a round takes: long enough for a commit. */
    int seconds() {
        return Math.max(LEAST_SECONDS, (int) (1.2 * commitMs / 1_000));
    }

    void putInto(Map<String, String> properties) {
        properties.put("processing.guarantee", guarantee);
        properties.put("commit.interval.ms", Long.toString(commitMs));
        properties.put("producer.linger.ms", Long.toString(lingerMs));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s, commit %d ms, linger %d ms", guarantee, commitMs, lingerMs);
    }
}
