package dev.kvlease.core;

import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.clock.PairClock.HolderLife;
import dev.kvlease.core.clock.PairClock.Taken;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.HolderLives;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.TrackedRead;
import dev.kvlease.core.verdict.Trigger;
import java.util.Optional;

/** Applies handshake samples: the pair's clock, and the reads that were admitted by a clock not known any more. */
final class HandshakeSamples {
    private HandshakeSamples() {}

    static void apply(HolderState state, HandshakeSample sample, Arrival at, Effects out) {
        if (state.isFullFor(sample)) {
            out.refused(BadRecord.TOO_MANY_READERS);
            return;
        }
        Optional<PairClock> pair = state.clock(sample.reader());
        PairClock clock = pair.isPresent() ? pair.get() : new PairClock(sample.reader());
        Taken taken = clock.take(sample, holderLife(state.lives, sample.holderLife()), state.drift, at.offset());
        if (taken == Taken.IGNORED) {
            out.note(Note.SUPERSEDED_LIFE_IGNORED);
            return;
        }
        if (pair.isEmpty()) {
            state.clocks.put(sample.reader(), clock);
        }
        state.journal.clockChanged(clock);
        if (taken == Taken.LEAP) {
            out.refused(BadRecord.LEAP);
            return;
        }
        state.applied(at);
        if (taken == Taken.STEPPED) {
            out.note(Note.CLOCK_STEPPED);
        }
        Optional<ClockOffset> offset = clock.toOffset(state.holder);
        if (offset.isPresent()) {
            out.clockOffset(offset.get());
        }
        revokeIfUnknown(state, clock, at, out);
    }

    private static HolderLife holderLife(HolderLives lives, String life) {
        if (!lives.isTracked()) {
            return HolderLife.UNTRACKED;
        }
        if (lives.isCurrent(life)) {
            return HolderLife.CURRENT;
        }
        return lives.superseded().contains(life) ? HolderLife.SUPERSEDED : HolderLife.TO_COME;
    }

    private static void revokeIfUnknown(HolderState state, PairClock clock, Arrival at, Effects out) {
        boolean admitted = clock.isKnown() && state.reads.open().isOpenFor(clock.reader(), clock.readerLife());
        if (admitted) {
            return;
        }
        for (TrackedRead read : state.reads.open().ofReader(clock.reader())) {
            state.revoke(read, Reason.CLOCK_UNKNOWN, true, Trigger.CLOCK_SAMPLE, at.asOf(), out);
        }
    }
}
