package dev.kvlease.core;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.lease.EventSequence;
import dev.kvlease.core.lease.HolderLives;
import dev.kvlease.core.lease.RequestLeases;
import dev.kvlease.core.state.RequestKey;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.verdict.KnownReads;
import dev.kvlease.core.verdict.TrackedRead;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Rebuilds a holder's state from its entries.
 *
 * <p>A crash may leave entries of different moments. The holder's own entry says which life is current; entries of
 * another life are not believed, and are deleted with the next change.
 */
final class Restore {
    private record Entry(byte[] key, byte[] value) {}

    private final HolderState state;
    private final Map<StateKind, List<Entry>> entries = new EnumMap<>(StateKind.class);

    Restore(HolderState state) {
        this.state = state;
    }

    void take(StateKind kind, byte[] key, byte[] value) {
        entries.computeIfAbsent(kind, k -> new ArrayList<>()).add(new Entry(key, value));
    }

    private List<Entry> of(StateKind kind) {
        return entries.getOrDefault(kind, List.of());
    }

    /**
     * Rebuilds the state.
     *
     * @throws IllegalArgumentException if the entries are not what an engine has written
     */
    void finish() {
        try {
            rebuild();
        } catch (IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
            throw new IllegalArgumentException("the state of holder " + state.holder + " is corrupt: " + e, e);
        }
    }

    private void rebuild() {
        of(StateKind.HOLDER).forEach(entry -> holder(StateReader.ofValue(entry.value())));
        String current = state.lives.current();
        of(StateKind.LIVES)
                .forEach(entry -> state.lives = HolderLives.read(StateReader.ofValue(entry.value()), current));
        of(StateKind.CLOCK).forEach(this::clock);
        of(StateKind.REQUEST).forEach(this::request);
        of(StateKind.ALLOCATION).forEach(this::allocation);
        state.leases.restored();
        of(StateKind.READ).forEach(this::read);
        entries.clear();
    }

    private void holder(StateReader in) {
        state.lifeNumber = in.getLong();
        state.lives = HolderLives.of(in.getText());
        state.lastRecordTimeMs = in.getOptional();
        state.lastEventOffset = in.getOptional();
        state.leases.restoreSequence(EventSequence.read(in));
    }

    private void clock(Entry entry) {
        String reader = StateReader.ofKey(entry.key()).getText();
        state.clocks.put(reader, PairClock.read(reader, StateReader.ofValue(entry.value())));
    }

    private boolean isOfCurrentLife(StateReader in) {
        return in.getLong() == state.lifeNumber;
    }

    private void request(Entry entry) {
        StateReader in = StateReader.ofValue(entry.value());
        if (isOfCurrentLife(in)) {
            state.leases.restoreRequest(RequestKey.read(StateReader.ofKey(entry.key())), in);
        } else {
            state.journal.unusable(StateKind.REQUEST, entry.key());
        }
    }

    private void allocation(Entry entry) {
        StateReader in = StateReader.ofValue(entry.value());
        StateReader key = StateReader.ofKey(entry.key());
        boolean used = isOfCurrentLife(in) && state.leases.restoreBlocks(RequestKey.read(key), key.getLong(), in);
        if (!used) {
            state.journal.unusable(StateKind.ALLOCATION, entry.key());
        }
    }

    private void keepClaim(TrackedRead former) {
        RequestLeases request = state.leases.request(former.requestId()).orElseGet(() -> RequestLeases.none());
        boolean ofCurrentLife = former.isCompleted() && state.lives.isCurrent(former.formerLife());
        if (ofCurrentLife && KnownReads.claimsUnknownLease(former, request)) {
            state.reads.keepClaim(former, state.leases.touch(former.requestId(), former.formerSinceNs()));
        }
    }

    private void read(Entry entry) {
        StateReader in = StateReader.ofValue(entry.value());
        boolean current = isOfCurrentLife(in);
        StateReader key = StateReader.ofKey(entry.key());
        TrackedRead read = TrackedRead.read(state.holder, key.getText(), key.getText(), key.getText(), in);
        if (read.isFormer()) {
            if (!current) {
                // written with a life that the holder's entry does not know yet: since is a time of that life's clock
                read.rebaseFormer(Math.max(0, state.sequence().watermarkNs()));
            }
            state.audit.rememberFormer(read);
            keepClaim(read);
        } else if (current) {
            RequestLeases request =
                    state.leases.request(read.requestId()).orElseGet(() -> state.leases.touch(read.requestId()));
            state.reads.restore(read, request);
            if (read.isWaiting()) {
                state.audit.await(read);
            }
        } else {
            state.journal.unusable(StateKind.READ, entry.key());
        }
    }
}
