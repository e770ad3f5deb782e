package dev.kvlease.core;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.lease.HolderLeases;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.LeaseChanges;
import dev.kvlease.core.lease.RequestLeases;
import dev.kvlease.core.state.RequestKey;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.state.StateWriter;
import dev.kvlease.core.verdict.ReadChanges;
import dev.kvlease.core.verdict.TrackedRead;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Collects what changed until it is drained into entries. The holder's own entry comes after all that is put: what it
 * says was seen must never be remembered without what was seen.
 *
 * <p>Entries of requests, allocations and reads carry the number of the life they are of, so that an entry which
 * outlived its life in a store is recognised.
 */
final class Journal implements LeaseChanges, ReadChanges {
    private static final byte[] SINGLE_KEY = {};

    private final boolean enabled;
    private final StateWriter writer = new StateWriter();
    private final Set<RequestLeases> requests = new LinkedHashSet<>();
    private final Set<Lease> blocks = new LinkedHashSet<>();
    private final Set<TrackedRead> reads = new LinkedHashSet<>();
    private final Set<PairClock> clocks = new LinkedHashSet<>();
    private final Set<String> clocksForgotten = new LinkedHashSet<>();
    private final Map<StateKind, List<byte[]>> unusable = new EnumMap<>(StateKind.class);
    private boolean holderChanged;
    private boolean livesChanged;
    private boolean allForgotten;

    Journal(boolean enabled) {
        this.enabled = enabled;
    }

    @Override
    public void requestChanged(RequestLeases request) {
        if (enabled) {
            requests.add(request);
        }
    }

    @Override
    public void blocksChanged(Lease lease) {
        if (enabled) {
            blocks.add(lease);
        }
    }

    @Override
    public void readChanged(TrackedRead read) {
        if (enabled) {
            reads.add(read);
        }
    }

    void clockChanged(PairClock clock) {
        if (enabled) {
            clocks.add(clock);
        }
    }

    void clockForgotten(PairClock clock) {
        if (enabled) {
            clocks.remove(clock);
            clocksForgotten.add(clock.reader());
        }
    }

    /** An entry that a restore could not use, because it is of another life or of a request not known. */
    void unusable(StateKind kind, byte[] key) {
        if (enabled) {
            unusable.computeIfAbsent(kind, k -> new ArrayList<>()).add(key);
        }
    }

    void holderChanged() {
        holderChanged = true;
        livesChanged |= allForgotten;
        allForgotten = false;
    }

    void livesChanged() {
        holderChanged();
        livesChanged = true;
    }

    void allForgotten() {
        allForgotten = true;
        holderChanged = true;
        livesChanged = true;
    }

    void drain(StateSink sink, long lifeNumber, Consumer<StateWriter> holder, Consumer<StateWriter> lives) {
        unusable.forEach((kind, keys) -> keys.forEach(key -> sink.delete(kind, key)));
        Set<BlocksId> kept = putBlocks(sink, lifeNumber);
        // A read becomes a former one under another key: it is there before its own entry goes.
        drainReads(sink, true, lifeNumber);
        drainReads(sink, false, lifeNumber);
        Set<String> known = putRequests(sink, lifeNumber);
        deleteBlocks(sink, kept, false);
        if (allForgotten) {
            deleteForgotten(sink, known, kept);
        }
        for (String reader : clocksForgotten) {
            sink.delete(StateKind.CLOCK, writer.startKey().putText(reader).toBytes());
        }
        for (PairClock clock : clocks) {
            drainClock(sink, clock);
        }
        if (livesChanged) {
            drainSingle(sink, StateKind.LIVES, lives);
        }
        if (holderChanged) {
            drainSingle(sink, StateKind.HOLDER, holder);
        }
        if (!allForgotten) {
            deleteForgotten(sink, known, kept);
        }
        clear();
    }

    private Set<String> putRequests(StateSink sink, long lifeNumber) {
        Set<String> known = new HashSet<>();
        for (RequestLeases request : requests) {
            if (!request.isForgotten()) {
                known.add(request.requestId());
                byte[] key = requestKey(request);
                HolderLeases.writeRequest(request, writer.startValue().putLong(lifeNumber));
                sink.put(StateKind.REQUEST, key, writer.toBytes());
            }
        }
        return known;
    }

    /**
     * A request goes after the holder's entry has said why, for only a part of its events may come again after a crash. It
     * may have a successor of the same name.
     */
    private void deleteForgotten(StateSink sink, Set<String> known, Set<BlocksId> kept) {
        for (RequestLeases request : requests) {
            if (request.isForgotten() && !known.contains(request.requestId())) {
                sink.delete(StateKind.REQUEST, requestKey(request));
            }
        }
        deleteBlocks(sink, kept, true);
    }

    private byte[] requestKey(RequestLeases request) {
        return RequestKey.start(writer, request.requestId()).toBytes();
    }

    private void clear() {
        unusable.clear();
        clear(requests);
        clear(blocks);
        clear(reads);
        clear(clocks);
        clear(clocksForgotten);
        livesChanged = false;
        holderChanged = false;
        allForgotten = false;
    }

    /** A table that was never filled is not walked over either. */
    private static void clear(Set<?> changed) {
        if (!changed.isEmpty()) {
            changed.clear();
        }
    }

    private void drainReads(StateSink sink, boolean former, long lifeNumber) {
        for (TrackedRead read : reads) {
            if (read.isFormer() == former) {
                drainRead(sink, read, lifeNumber);
            }
        }
    }

    private void drainSingle(StateSink sink, StateKind kind, Consumer<StateWriter> content) {
        if (allForgotten) {
            sink.delete(kind, SINGLE_KEY);
            return;
        }
        content.accept(writer.startValue());
        sink.put(kind, SINGLE_KEY, writer.toBytes());
    }

    /** What names the blocks of an allocation within a holder. */
    private record BlocksId(String requestId, long seq) {
        static BlocksId of(Lease lease) {
            return new BlocksId(lease.requestId(), lease.seq());
        }
    }

    /** Blocks are there before the request that names them, and go after it has stopped to. */
    private Set<BlocksId> putBlocks(StateSink sink, long lifeNumber) {
        if (blocks.isEmpty()) {
            return Set.of();
        }
        Set<BlocksId> kept = new HashSet<>();
        for (Lease lease : blocks) {
            if (lease.keepsBlocks()) {
                kept.add(BlocksId.of(lease));
                byte[] key = blocksKey(lease);
                HolderLeases.writeBlocks(lease, writer.startValue().putLong(lifeNumber));
                sink.put(StateKind.ALLOCATION, key, writer.toBytes());
            }
        }
        return kept;
    }

    /** A forgotten lease may have a successor of the same name, of another life, whose blocks stay. */
    private void deleteBlocks(StateSink sink, Set<BlocksId> kept, boolean ofForgotten) {
        for (Lease lease : blocks) {
            boolean due = lease.request().isForgotten() == ofForgotten && !lease.keepsBlocks();
            if (due && !kept.contains(BlocksId.of(lease))) {
                sink.delete(StateKind.ALLOCATION, blocksKey(lease));
            }
        }
    }

    private byte[] blocksKey(Lease lease) {
        return RequestKey.start(writer, lease.requestId()).putLong(lease.seq()).toBytes();
    }

    private void drainRead(StateSink sink, TrackedRead read, long lifeNumber) {
        byte[] key = writer.startKey()
                .putText(read.reader())
                .putText(read.requestId())
                .putText(read.readRequestId())
                .putText(read.formerLife())
                .toBytes();
        if (!read.isKept()) {
            sink.delete(StateKind.READ, key);
            return;
        }
        read.write(writer.startValue().putLong(lifeNumber));
        sink.put(StateKind.READ, key, writer.toBytes());
    }

    private void drainClock(StateSink sink, PairClock clock) {
        byte[] key = writer.startKey().putText(clock.reader()).toBytes();
        clock.write(writer.startValue());
        sink.put(StateKind.CLOCK, key, writer.toBytes());
    }
}
