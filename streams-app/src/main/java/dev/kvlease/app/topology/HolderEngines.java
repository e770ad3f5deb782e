package dev.kvlease.app.topology;

import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.AsOf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The holders of one task. A holder's engine is on the heap once a record of it has come; until then, and always besides,
 * its state is in the store.
 */
final class HolderEngines {
    /** Engines that remember nothing are kept up to this number of engines, so that they need not be looked up again. */
    private static final int IDLE_KEPT = 10_000;

    private final HolderStore store;
    private final Settings settings;
    private final Runnable foundTorn;
    private final Map<String, HeldState> awake = new HashMap<>();
    /** Holders that are in the store only, with the record time of their last records. */
    private final Map<String, Long> asleep;

    /**
     * The holders that a store tells of.
     *
     * @param foundTorn called when a crash turns out to have cut the writing of what is read back
     */
    HolderEngines(HolderStore store, Settings settings, Runnable foundTorn) {
        this.store = store;
        this.settings = settings;
        this.foundTorn = foundTorn;
        this.asleep = store.holders();
        if (store.isTorn()) {
            foundTorn.run();
        }
    }

    /**
     * The engine of a holder. One that is read back from the store first repeats its last words, because the task may have
     * lost them in a crash (semantics.md, Delivery).
     */
    LeaseEngine of(String holder, AsOf asOf, Effects lastWords) {
        HeldState known = awake.get(holder);
        if (known != null) {
            return known.engine();
        }
        HeldState woken = wake(holder);
        awake.put(holder, woken);
        if (asleep.remove(holder) != null) {
            woken.engine().repeatLastWords(asOf, lastWords);
        }
        return woken.engine();
    }

    private HeldState wake(String holder) {
        HeldState woken = new HeldState(StateFormat.prefix(holder), new LeaseEngine(holder, settings, true));
        if (asleep.containsKey(holder) && store.load(woken)) {
            foundTorn.run();
        }
        return woken;
    }

    /** The engines on the heap. */
    List<LeaseEngine> awake() {
        return awake.values().stream().map(HeldState::engine).toList();
    }

    /** How many holders are in the store only. */
    int asleepCount() {
        return asleep.size();
    }

    /** Keeps what a record has changed. */
    void save(String holder) {
        HeldState changed = awake.get(holder);
        store.save(changed);
        if (awake.size() > IDLE_KEPT && changed.engine().isEmpty()) {
            awake.remove(holder);
        }
    }

    /** Forgets what is on the heap of a holder, not what is in the store. */
    void drop(String holder) {
        HeldState dropped = awake.remove(holder);
        if (dropped != null) {
            asleep.put(holder, Long.MIN_VALUE);
        }
    }

    /** Holders whose last record is older than a record time, and drops engines that remember nothing. */
    List<String> silentSince(long recordTimeMs) {
        awake.values().removeIf(each -> each.engine().isEmpty());
        List<String> silent = new ArrayList<>();
        BiConsumer<String, Long> check = (holder, last) -> {
            if (last < recordTimeMs) {
                silent.add(holder);
            }
        };
        awake.forEach((holder, each) -> check.accept(holder, each.engine().lastRecordTimeMs()));
        asleep.forEach(check);
        return silent;
    }

    /** Lets a holder that is still silent forget what it is no longer remembered for, and takes it off the heap. */
    void forgetIfSilent(String holder, long silentSinceMs, long recordTimeMs) {
        HeldState known = awake.get(holder);
        if (known != null && known.engine().lastRecordTimeMs() >= silentSinceMs) {
            return;
        }
        awake.remove(holder);
        HeldState silent = known == null ? wake(holder) : known;
        LeaseEngine engine = silent.engine();
        boolean empty = engine.forgetIfSilent(recordTimeMs);
        store.save(silent);
        if (empty) {
            asleep.remove(holder);
        } else {
            asleep.put(holder, engine.lastRecordTimeMs());
        }
    }
}
