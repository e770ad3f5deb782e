package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;

/**
 * The holders of one task. A holder's engine is on the heap once a record of it has come; until then its state is in the
 * store. What engines change is in the store once it is written, which is done for all of them at once, between records.
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
    /** Holders that this run has not looked at yet: a crash may have cut what the run before it wrote of them. */
    private final Set<String> fromBefore;
    /** Holders whose engines may have changed since they were written. */
    private final Map<String, HeldState> unwritten = new LinkedHashMap<>();
    /** Those of them that go to sleep once they are written. */
    private final Set<String> drowsy = new HashSet<>();

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
        this.fromBefore = new HashSet<>(asleep.keySet());
        if (store.isTorn()) {
            foundTorn.run();
        }
    }

    /**
     * Gives a record to the engine of its holder. One that is read back from the store first repeats its last words,
     * because the task may have lost them in a crash (semantics.md, Delivery).
     *
     * @return why the engine failed; then it is as it was before, and what follows is of no use
     */
    Optional<RuntimeException> apply(InputRecord input, Arrival arrival, Effects out) {
        String holder = input.holder();
        HeldState held = of(holder);
        boolean repeats = held.repeatsLastWords();
        if (repeats) {
            repeatLastWords(holder, held, arrival.asOf(), out);
        }
        try {
            input.applyTo(held.engine(), arrival, out);
        } catch (RuntimeException e) {
            awake.put(holder, madeAnew(holder, held));
            return Optional.of(e);
        }
        if (held.unwritten().isEmpty()) {
            unwritten.put(holder, held);
        }
        held.unwritten().add(new Taken(input, arrival, repeats));
        return Optional.empty();
    }

    private HeldState of(String holder) {
        HeldState known = awake.get(holder);
        if (known != null) {
            return known;
        }
        try {
            HeldState woken = wake(holder);
            awake.put(holder, woken);
            return woken;
        } catch (RuntimeException e) {
            throw damaged(holder, e);
        }
    }

    /** What is said again is read back too, and may turn out to be damaged. */
    private static void repeatLastWords(String holder, HeldState held, AsOf asOf, Effects out) {
        try {
            held.engine().repeatLastWords(asOf, out);
        } catch (RuntimeException e) {
            throw damaged(holder, e);
        }
    }

    private static RuntimeException damaged(String holder, RuntimeException failure) {
        return DamagedStateException.explain("an entry of holder " + holder, failure);
    }

    private HeldState wake(String holder) {
        HeldState woken = named(holder);
        boolean first = fromBefore.remove(holder);
        if (asleep.remove(holder) != null) {
            woken.oweLastWords();
            if (store.load(woken) && first) {
                foundTorn.run();
            }
        }
        return woken;
    }

    private HeldState named(String holder) {
        return new HeldState(StateFormat.prefix(holder), new LeaseEngine(holder, settings, true));
    }

    /**
     * A failure may leave an engine anyhow. What it was before is in the store, but for the records since it was written:
     * they are applied again, and what follows from them has been said.
     */
    private HeldState madeAnew(String holder, HeldState failed) {
        try {
            return appliedAgain(holder, failed);
        } catch (RuntimeException e) {
            throw damaged(holder, e);
        }
    }

    private HeldState appliedAgain(String holder, HeldState failed) {
        HeldState anew = named(holder);
        store.load(anew);
        anew.oweLastWords();
        if (failed.unwritten().isEmpty()) {
            return anew;
        }
        Consequences said = new Consequences();
        for (Taken taken : failed.unwritten()) {
            taken.applyTo(anew.engine(), said);
            said.clear();
        }
        anew.unwritten().addAll(failed.unwritten());
        unwritten.put(holder, anew);
        return anew;
    }

    /** The engines on the heap. */
    List<LeaseEngine> awake() {
        return awake.values().stream().map(HeldState::engine).toList();
    }

    /** How many holders are in the store only. */
    int asleepCount() {
        return asleep.size();
    }

    /** Adds what has changed to what is to be written. */
    void save(List<KeyValue<Bytes, byte[]>> batch) {
        unwritten.values().forEach(held -> store.save(held, batch));
    }

    /** What {@link #save} added is in the store. */
    void written() {
        unwritten.forEach((holder, held) -> {
            held.unwritten().clear();
            if (drowsy.contains(holder)) {
                sleep(holder, held.engine());
            } else if (awake.size() > IDLE_KEPT && held.engine().isEmpty()) {
                awake.remove(holder);
            }
        });
        unwritten.clear();
        drowsy.clear();
    }

    private void sleep(String holder, LeaseEngine engine) {
        awake.remove(holder);
        if (!engine.isEmpty()) {
            asleep.put(holder, engine.lastRecordTimeMs());
        }
    }

    /** Holders whose last record is older than a record time, and drops engines that remember nothing. */
    List<String> silentSince(long recordTimeMs) {
        awake.values()
                .removeIf(each -> each.unwritten().isEmpty() && each.engine().isEmpty());
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

    /**
     * Lets a holder that is still silent forget what it is no longer remembered for, and takes it off the heap with the
     * next {@link #written}.
     *
     * @return false if it is not silent any more
     */
    boolean forgetIfSilent(String holder, long silentSinceMs, long recordTimeMs) {
        HeldState silent = awake.get(holder);
        if (silent != null && silent.engine().lastRecordTimeMs() >= silentSinceMs) {
            return false;
        }
        if (silent == null) {
            silent = wake(holder);
            awake.put(holder, silent);
        }
        silent.engine().forgetIfSilent(recordTimeMs);
        unwritten.put(holder, silent);
        drowsy.add(holder);
        return true;
    }
}
