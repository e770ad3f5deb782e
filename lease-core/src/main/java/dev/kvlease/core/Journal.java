package dev.kvlease.core;

import dev.kvlease.core.clock.PairClock;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final ChangedThings<RequestLeases> requests = new ChangedThings<>();
    private final ChangedThings<Lease> blocks = new ChangedThings<>();
    private final ChangedThings<TrackedRead> reads = new ChangedThings<>();
    private final ChangedThings<PairClock> clocks = new ChangedThings<>();
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

    /** Another read has its key now, so there is nothing to delete: a cut between would lose what the key stands for. */
    void readReplaced(TrackedRead read) {
        read.markWritten();
    }

    void clockChanged(PairClock clock) {
        if (enabled) {
            clocks.add(clock);
        }
    }

    void clockForgotten(PairClock clock) {
        if (enabled) {
            clock.markWritten();
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

    void drain(StateSink sink, HolderState state) {
        unusable.forEach((kind, keys) -> keys.forEach(key -> sink.delete(kind, key)));
        putBlocks(sink, state.lifeNumber);
        // A read becomes a former one under another key: it is there before its own entry goes.
        drainReads(sink, true, state.lifeNumber);
        drainReads(sink, false, state.lifeNumber);
        putRequests(sink, state.lifeNumber);
        deleteBlocks(sink, state, false);
        if (allForgotten) {
            deleteForgotten(sink, state);
        }
        for (String reader : clocksForgotten) {
            sink.delete(StateKind.CLOCK, writer.startKey().putText(reader).toBytes());
        }
        drainClocks(sink);
        if (livesChanged) {
            drainSingle(sink, StateKind.LIVES, state.lives::write);
        }
        if (holderChanged) {
            drainSingle(sink, StateKind.HOLDER, state::writeHolder);
        }
        if (!allForgotten) {
            deleteForgotten(sink, state);
        }
        clear();
    }

    private void putRequests(StateSink sink, long lifeNumber) {
        for (RequestLeases request : requests.inOrder()) {
            if (!request.isForgotten()) {
                putRequest(sink, request, lifeNumber);
            }
        }
    }

    private void putRequest(StateSink sink, RequestLeases request, long lifeNumber) {
        byte[] key = requestKey(request);
        request.write(writer.startValue().putLong(lifeNumber));
        sink.put(StateKind.REQUEST, key, writer.toBytes());
    }

    /**
     * A request goes after the holder's entry has said why, for only a part of its events may come again after a crash. It
     * may have a successor of the same name.
     */
    private void deleteForgotten(StateSink sink, HolderState state) {
        for (RequestLeases request : requests.inOrder()) {
            if (request.isForgotten()
                    && state.leases.request(request.requestId()).isEmpty()) {
                sink.delete(StateKind.REQUEST, requestKey(request));
            }
        }
        deleteBlocks(sink, state, true);
    }

    private byte[] requestKey(RequestLeases request) {
        return RequestKey.start(writer, request.requestId()).toBytes();
    }

    private void clear() {
        unusable.clear();
        requests.clear();
        blocks.clear();
        reads.clear();
        clocks.clear();
        clocksForgotten.clear();
        livesChanged = false;
        holderChanged = false;
        allForgotten = false;
    }

    private void drainReads(StateSink sink, boolean former, long lifeNumber) {
        for (TrackedRead read : reads.inOrder()) {
            if (read.isMarkedChanged() && read.isFormer() == former) {
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

    /** Blocks are there before the request that names them, and go after it has stopped to. */
    private void putBlocks(StateSink sink, long lifeNumber) {
        for (Lease lease : blocks.inOrder()) {
            if (lease.keepsBlocks()) {
                putBlocks(sink, lease, lifeNumber);
            }
        }
    }

    private void putBlocks(StateSink sink, Lease lease, long lifeNumber) {
        byte[] key = blocksKey(lease);
        lease.blocks().write(writer.startValue().putLong(lifeNumber));
        sink.put(StateKind.ALLOCATION, key, writer.toBytes());
    }

    private void deleteBlocks(StateSink sink, HolderState state, boolean ofForgotten) {
        for (Lease lease : blocks.inOrder()) {
            boolean due = lease.request().isForgotten() == ofForgotten && !lease.keepsBlocks();
            if (due && !(ofForgotten && hasSuccessor(lease, state))) {
                sink.delete(StateKind.ALLOCATION, blocksKey(lease));
            }
        }
    }

    /** A forgotten lease may have a successor of the same name, of another life, whose blocks stay. */
    private static boolean hasSuccessor(Lease lease, HolderState state) {
        Optional<Lease> successor = state.leases.bySeq(lease.requestId(), lease.seq());
        return successor.isPresent() && successor.get().keepsBlocks();
    }

    private byte[] blocksKey(Lease lease) {
        return RequestKey.start(writer, lease.requestId()).putLong(lease.seq()).toBytes();
    }

    private void drainRead(StateSink sink, TrackedRead read, long lifeNumber) {
        if (read.isKept()) {
            putRead(sink, read, lifeNumber);
        } else {
            sink.delete(StateKind.READ, readKey(read));
        }
    }

    private void putRead(StateSink sink, TrackedRead read, long lifeNumber) {
        byte[] key = readKey(read);
        read.write(writer.startValue().putLong(lifeNumber));
        sink.put(StateKind.READ, key, writer.toBytes());
    }

    private byte[] readKey(TrackedRead read) {
        return writer.startKey()
                .putText(read.reader())
                .putText(read.requestId())
                .putText(read.readRequestId())
                .putText(read.formerLife())
                .toBytes();
    }

    private void drainClocks(StateSink sink) {
        for (PairClock clock : clocks.inOrder()) {
            if (clock.isMarkedChanged()) {
                drainClock(sink, clock);
            }
        }
    }

    private void drainClock(StateSink sink, PairClock clock) {
        byte[] key = writer.startKey().putText(clock.reader()).toBytes();
        clock.write(writer.startValue());
        sink.put(StateKind.CLOCK, key, writer.toBytes());
    }
}
