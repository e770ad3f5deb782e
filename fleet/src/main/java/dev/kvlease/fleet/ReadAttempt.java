package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.truth.LeaseEnd;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.Optional;

/** One read on its way, at its reader. */
final class ReadAttempt {
    /** Where a read stands. */
    enum Stage {
        /** It waits for the holder's first answer to its reader. */
        CONNECTING,
        /** It has asked and waits for the answer, or is about to ask again. */
        ASKING,
        /** It may read, and has not begun. */
        QUEUED,
        /** The transfer runs. */
        READING,
        /** The transfer is over, and its bytes wait for a last revocation. */
        CONFIRMING,
        /** It is over. */
        OVER
    }

    final Reader reader;
    final String readerLife;
    final long readerLives;
    final Optional<ReaderGate> gate;
    final Lease lease;
    final String id;
    final boolean exact;
    final int localBlocks;
    final long readNs;
    final Runnable then;
    Stage stage = Stage.CONNECTING;
    int asked;
    boolean revoked;
    String reason = "";
    long leaseSeq = FleetRecord.ABSENT;
    long readableUntilNs = FleetRecord.ABSENT;
    long deadlineNs = FleetRecord.ABSENT;
    long startedTrueNs = FleetRecord.ABSENT;
    long startedClockNs = FleetRecord.ABSENT;

    /** Holder time at the end of the read, by its true clock; a real reader takes the upper bound. */
    long finishedHolderNs;

    long confirmUntilTrueNs;
    long finishedClockNs = FleetRecord.ABSENT;
    boolean originalFixReads;
    private ReadFate fate = ReadFate.ABANDONED;
    private boolean fateKnown;
    private Optional<ReadSpan> actual = Optional.empty();
    private Optional<ReadSpan> ungated = Optional.empty();

    ReadAttempt(Reader reader, Lease lease, String id, boolean exact, int localBlocks, long readNs, Runnable then) {
        this.reader = reader;
        this.readerLife = reader.life();
        this.readerLives = reader.lives();
        this.gate = reader.gate();
        this.lease = lease;
        this.id = id;
        this.exact = exact;
        this.localBlocks = localBlocks;
        this.readNs = readNs;
        this.then = then;
    }

    /** What the blocks were during a transfer that is over now. */
    ReadSpan spanUntilNow(long startTrueNs, long nowNs) {
        LeaseEnd end = lease.endBy(nowNs);
        boolean unsafe = end.kind() != LeaseEndKind.NONE;
        return new ReadSpan(startTrueNs, nowNs, unsafe, unsafe && lease.foreignNow(), end);
    }

    void took(ReadSpan span) {
        actual = Optional.of(span);
    }

    void wouldHaveTaken(ReadSpan span) {
        ungated = Optional.of(span);
    }

    void ended(ReadFate itsFate) {
        fate = itsFate;
        fateKnown = true;
        stage = Stage.OVER;
    }

    /** The truth, once both the real and the imagined transfer are over. */
    Optional<ReadTruth> truth() {
        if (!fateKnown || ungated.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ReadTruth(
                reader.id,
                readerLife,
                lease.life.holder.id,
                lease.life.id,
                lease.requestId,
                id,
                lease.seq,
                fate,
                reason,
                originalFixReads,
                actual,
                ungated.get()));
    }
}
