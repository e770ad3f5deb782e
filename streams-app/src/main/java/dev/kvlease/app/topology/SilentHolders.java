package dev.kvlease.app.topology;

import dev.kvlease.core.common.Constants;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds holders of which no record comes any more, so that the state stays bounded: an engine forgets by itself, but only
 * when a record of its holder comes. Walks all holders once per hour of record time, one a record. It waits an hour longer
 * than the rule, so that it never forgets what the rule would still have known.
 */
final class SilentHolders {
    private static final long PASS_EVERY_MS = Duration.ofHours(1).toMillis();
    private static final long SLACK_MS = RecordTimes.TOLERANCE.toMillis();
    private static final byte[] FIRST = {};

    private final HolderEngines engines;
    private long nextPassMs = Long.MIN_VALUE;
    private boolean walking;
    private byte[] last = FIRST;

    SilentHolders(HolderEngines engines) {
        this.engines = engines;
    }

    /** Does the share of the work that falls to one record. */
    void sweep(long streamTimeMs) {
        if (walking) {
            step(streamTimeMs - SLACK_MS);
        } else if (streamTimeMs >= nextPassMs) {
            walking = true;
            last = FIRST;
            nextPassMs = streamTimeMs + PASS_EVERY_MS;
            engines.dropEmpty();
        }
    }

    private void step(long reachedMs) {
        Optional<HolderStores.Header> next = engines.next(last);
        if (next.isEmpty()) {
            walking = false;
            return;
        }
        HolderStores.Header header = next.get();
        last = header.prefix();
        if (reachedMs - header.recordTimeMs() > Constants.HOLDER_STATE_KEPT_MS) {
            engines.forgetIfSilent(header.prefix(), reachedMs);
        }
    }
}
