package dev.kvlease.app.topology;

import dev.kvlease.core.common.Constants;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds holders of which no record comes any more, so that the state stays bounded: an engine forgets by itself, but only
 * when a record of its holder comes. Looks once per hour of record time, and lets one holder forget per record. It waits
 * an hour longer than the rule, so that it never forgets what the rule would still have known.
 */
final class SilentHolders {
    private static final long LOOK_EVERY_MS = Duration.ofHours(1).toMillis();
    private static final long SLACK_MS = RecordTimes.TOLERANCE.toMillis();

    private final HolderEngines engines;
    private final Deque<String> silent = new ArrayDeque<>();
    private long nextLookMs = Long.MIN_VALUE;

    SilentHolders(HolderEngines engines) {
        this.engines = engines;
    }

    /**
     * Does the share of the work that falls to one record.
     *
     * @return whether a holder goes to sleep, which it does once it is written
     */
    boolean sweep(long streamTimeMs) {
        if (streamTimeMs >= nextLookMs) {
            nextLookMs = streamTimeMs + LOOK_EVERY_MS;
            silent.clear();
            silent.addAll(engines.silentSince(silentSince(streamTimeMs)));
        }
        String next = silent.poll();
        return next != null && engines.forgetIfSilent(next, silentSince(streamTimeMs), streamTimeMs - SLACK_MS);
    }

    private static long silentSince(long streamTimeMs) {
        return streamTimeMs - SLACK_MS - Constants.HOLDER_STATE_KEPT_MS;
    }
}
