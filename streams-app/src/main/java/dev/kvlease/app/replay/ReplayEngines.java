package dev.kvlease.app.replay;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Constants;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The engines of the holders that a replay has met. Those of holders of which no record comes any more forget as the rules
 * say (semantics.md, Delivery), looked at once an hour of record time: memory is bounded by what is alive, not by the
 * length of the input. Like the live application it waits an hour longer than the rule.
 */
final class ReplayEngines {
    private static final long LOOK_EVERY_MS = Duration.ofHours(1).toMillis();
    private static final long SLACK_MS = Duration.ofHours(1).toMillis();

    private final Settings settings;
    private final Map<String, LeaseEngine> engines = new HashMap<>();
    private long nextLookMs = Long.MIN_VALUE;

    ReplayEngines(Settings settings) {
        this.settings = settings;
    }

    /** Applies a record. One that changes nothing, such as an invalid one, leaves no engine behind. */
    void apply(String holder, long recordTimeMs, Consumer<LeaseEngine> record) {
        forgetSilent(recordTimeMs);
        LeaseEngine known = engines.get(holder);
        if (known != null) {
            record.accept(known);
            return;
        }
        LeaseEngine engine = new LeaseEngine(holder, settings, false);
        record.accept(engine);
        if (!engine.isEmpty()) {
            engines.put(holder, engine);
        }
    }

    /** How many holders anything is remembered of. */
    int size() {
        return engines.size();
    }

    private void forgetSilent(long recordTimeMs) {
        if (recordTimeMs < nextLookMs) {
            return;
        }
        nextLookMs = recordTimeMs + LOOK_EVERY_MS;
        long silentSinceMs = recordTimeMs - SLACK_MS - Constants.HOLDER_STATE_KEPT_MS;
        engines.values()
                .removeIf(engine ->
                        engine.lastRecordTimeMs() < silentSinceMs && engine.forgetIfSilent(recordTimeMs - SLACK_MS));
    }
}
