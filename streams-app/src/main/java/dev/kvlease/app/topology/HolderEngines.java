package dev.kvlease.app.topology;

import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The engines of the holders of one task: on the heap once a record of the holder has come, and always in the stores. */
final class HolderEngines {
    /** Engines that remember nothing are kept up to this number of engines, so that they need not be looked up again. */
    private static final int IDLE_KEPT = 10_000;

    private final HolderStores stores;
    private final Settings settings;
    private final Map<String, Loaded> loaded = new HashMap<>();

    private record Loaded(byte[] prefix, LeaseEngine engine) {}

    HolderEngines(HolderStores stores, Settings settings) {
        this.stores = stores;
        this.settings = settings;
    }

    /**
     * The engine of a holder. One that is read back from the stores first repeats its last words, because the task may
     * have lost them in a crash (semantics.md, Delivery).
     */
    LeaseEngine of(String holder, Effects lastWords) {
        Loaded known = loaded.get(holder);
        if (known != null) {
            return known.engine();
        }
        Loaded fresh = read(holder, StoreFormat.prefix(holder), lastWords);
        loaded.put(holder, fresh);
        return fresh.engine();
    }

    private Loaded read(String holder, byte[] prefix, Effects lastWords) {
        LeaseEngine engine = new LeaseEngine(holder, settings, true);
        if (stores.load(prefix, engine)) {
            engine.repeatLastWords(lastWords);
        }
        return new Loaded(prefix, engine);
    }

    /** Keeps what a record has changed. */
    void save(String holder) {
        Loaded changed = loaded.get(holder);
        stores.save(changed.prefix(), changed.engine());
        if (loaded.size() > IDLE_KEPT && changed.engine().isEmpty()) {
            loaded.remove(holder);
        }
    }

    /** Forgets what is on the heap of a holder, not what is in the stores. */
    void drop(String holder) {
        loaded.remove(holder);
    }

    /** Drops every engine that remembers nothing. */
    void dropEmpty() {
        loaded.values().removeIf(each -> each.engine().isEmpty());
    }

    /** The next holder that is remembered, and record time of its last record; see {@link HolderStores#nextHeader}. */
    Optional<HolderStores.Header> next(byte[] after) {
        return stores.nextHeader(after).map(this::withNewestTime);
    }

    private HolderStores.Header withNewestTime(HolderStores.Header header) {
        Loaded known = loaded.get(StoreFormat.holderOf(header.prefix()));
        return known == null
                ? header
                : new HolderStores.Header(header.prefix(), known.engine().lastRecordTimeMs());
    }

    /** Lets a silent holder forget what it is no longer remembered for, and takes it off the heap. */
    void forgetIfSilent(byte[] prefix, long recordTimeMs) {
        String holder = StoreFormat.holderOf(prefix);
        Loaded known = loaded.remove(holder);
        LeaseEngine engine = known == null ? new LeaseEngine(holder, settings, true) : known.engine();
        if (known == null) {
            stores.load(prefix, engine);
        }
        engine.forgetIfSilent(recordTimeMs);
        stores.save(prefix, engine);
    }
}
