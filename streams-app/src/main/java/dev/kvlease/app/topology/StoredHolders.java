package dev.kvlease.app.topology;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.state.RequestKey;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import dev.kvlease.core.view.HolderFacts;
import dev.kvlease.core.view.LeaseFacts;
import dev.kvlease.core.view.ReadFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * Looks at what is stored of holders, from any thread, without the stream noticing: the engines on the heap belong to the
 * stream thread, but their changes are in the store at the next commit, and after a second at the latest.
 *
 * <p>Only the entries that a question is about are read. Each is whole; where an answer needs several and the holder
 * goes on meanwhile, they are read again, a few times.
 */
public final class StoredHolders {
    /** The store that holds all of it. */
    public static final String STORE = HolderStore.NAME;

    private static final int ATTEMPTS = 3;

    private final ReadOnlyKeyValueStore<Bytes, byte[]> store;
    private final Settings settings;
    private final BytesSerializer prefixSerializer = new BytesSerializer();

    /**
     * Looks at one task's store.
     *
     * @param store the store
     * @param settings the rules' variable parts
     */
    public StoredHolders(ReadOnlyKeyValueStore<Bytes, byte[]> store, Settings settings) {
        this.store = store;
        this.settings = settings;
    }

    /**
     * Holders in the order of the store: shorter ids first, then by their bytes.
     *
     * @param after the holder after which to begin; empty for the first
     * @param limit how many at most
     * @return their ids
     */
    public List<String> holders(Optional<String> after, int limit) {
        List<String> found = new ArrayList<>();
        Bytes from = StateFormat.after(after.map(StateFormat::prefix).orElse(new byte[Short.BYTES]));
        while (found.size() < limit) {
            Optional<Bytes> next = firstKey(from);
            if (next.isEmpty()) {
                return found;
            }
            String holder = StateFormat.holderOf(next.get().get());
            found.add(holder);
            from = StateFormat.after(StateFormat.prefix(holder));
        }
        return found;
    }

    private Optional<Bytes> firstKey(Bytes from) {
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, null)) {
            return entries.hasNext() ? Optional.of(entries.next().key) : Optional.empty();
        }
    }

    /**
     * A holder as a whole. Its counts of leases, reads and pairs are not looked at and zero.
     *
     * @param holder the holder
     * @return what is remembered, or empty
     */
    public Optional<HolderFacts> holder(String holder) {
        return ask(holder, held -> List.of(), LeaseEngine::facts);
    }

    /**
     * The clocks of a holder's pairs.
     *
     * @param holder the holder
     * @return what is known of each, in the order of the store
     */
    public List<ClockOffset> clocks(String holder) {
        Function<LeaseEngine, List<ClockOffset>> all = engine -> {
            List<ClockOffset> clocks = new ArrayList<>();
            engine.forEachClock(clocks::add);
            return clocks;
        };
        return ask(holder, held -> scan(held, StateKind.CLOCK, new byte[0]), all)
                .orElse(List.of());
    }

    /**
     * The leases of a request.
     *
     * @param holder the holder
     * @param requestId the request
     * @return its leases; empty if nothing is remembered of it
     */
    public List<LeaseFacts> leases(String holder, String requestId) {
        return ask(holder, held -> ofRequest(held, requestId), engine -> engine.leases(requestId))
                .orElse(List.of());
    }

    /**
     * Whether anything is remembered of a request: one look into the store.
     *
     * @param holder the holder
     * @param requestId the request
     * @return true if it is one of {@link #requests}
     */
    public boolean remembers(String holder, String requestId) {
        return store.get(StateFormat.key(StateFormat.prefix(holder), StateKind.REQUEST, coreKey(requestId))) != null;
    }

    private static byte[] coreKey(String requestId) {
        return RequestKey.start(new StateWriter(), requestId).toBytes();
    }

    private List<KeyValue<Bytes, byte[]>> ofRequest(byte[] held, String requestId) {
        byte[] request = coreKey(requestId);
        List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>(scan(held, StateKind.REQUEST, request));
        entries.addAll(scan(held, StateKind.ALLOCATION, request));
        return entries;
    }

    /**
     * Requests of a holder that anything is remembered of, in the order of the store.
     *
     * @param holder the holder
     * @param after the request after which to begin; empty for the first
     * @param limit how many at most
     * @return their ids
     */
    public List<String> requests(String holder, Optional<String> after, int limit) {
        byte[] held = StateFormat.prefix(holder);
        byte[] first = after.map(StoredHolders::coreKey).orElse(new byte[0]);
        Bytes from = StateFormat.key(held, StateKind.REQUEST, first);
        List<String> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, StateFormat.after(held))) {
            while (found.size() < limit && entries.hasNext()) {
                byte[] key = entries.next().key.get();
                if (StateFormat.kindOf(key) != StateKind.REQUEST) {
                    return found;
                }
                String request = RequestKey.read(StateReader.ofKey(StateFormat.coreKeyOf(key)));
                if (!Optional.of(request).equals(after)) {
                    found.add(request);
                }
            }
        }
        return found;
    }

    /**
     * What is remembered of a reader's reads of a request: those told READABLE, completed, or waiting for judgement.
     *
     * @param reader the reader
     * @param holder the holder
     * @param requestId the request
     * @return the reads
     */
    public List<ReadFacts> reads(String reader, String holder, String requestId) {
        byte[] reads =
                new StateWriter().startKey().putText(reader).putText(requestId).toBytes();
        Function<byte[], List<KeyValue<Bytes, byte[]>>> entries = held -> {
            List<KeyValue<Bytes, byte[]>> all = new ArrayList<>(ofRequest(held, requestId));
            all.addAll(scan(held, StateKind.READ, reads));
            return all;
        };
        return ask(holder, entries, engine -> engine.reads(reader, requestId)).orElse(List.of());
    }

    private List<KeyValue<Bytes, byte[]>> scan(byte[] held, StateKind kind, byte[] coreKeyPrefix) {
        List<KeyValue<Bytes, byte[]>> found = new ArrayList<>();
        Bytes prefix = StateFormat.key(held, kind, coreKeyPrefix);
        try (KeyValueIterator<Bytes, byte[]> entries = store.prefixScan(prefix, prefixSerializer)) {
            entries.forEachRemaining(found::add);
        }
        return found;
    }

    /** Asks an engine that knows the holder's own entry and those asked for. */
    private <T> Optional<T> ask(
            String holder,
            Function<byte[], List<KeyValue<Bytes, byte[]>>> entriesOf,
            Function<LeaseEngine, T> question) {
        byte[] held = StateFormat.prefix(holder);
        Bytes ownKey = StateFormat.key(held, StateKind.HOLDER, new byte[0]);
        byte[] own = store.get(ownKey);
        List<KeyValue<Bytes, byte[]>> entries = entriesOf.apply(held);
        for (int attempt = 1; attempt < ATTEMPTS && !Arrays.equals(own, store.get(ownKey)); attempt++) {
            own = store.get(ownKey);
            entries = entriesOf.apply(held);
        }
        if (own == null) {
            return Optional.empty();
        }
        HeldState known = new HeldState(held, new LeaseEngine(holder, settings, false));
        HolderStore.restore(known, ownKey.get(), own);
        entries.forEach(entry -> HolderStore.restore(known, entry.key.get(), entry.value));
        known.engine().restored();
        return Optional.of(question.apply(known.engine()));
    }
}
