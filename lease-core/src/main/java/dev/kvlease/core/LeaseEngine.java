package dev.kvlease.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.view.HolderFacts;
import dev.kvlease.core.view.LeaseFacts;
import dev.kvlease.core.view.ReadFacts;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The state of one holder and everything that follows from its records: the door of the core.
 *
 * <p>Everything is a function of the records in the order applied; no clock is read and nothing is done in between. Not
 * thread-safe; one thread applies the records of a holder in the order consumed.
 *
 * <p>A bad record changes nothing and is refused through {@link Effects#refused}. A record for another holder than this
 * engine's is a fault of the caller.
 */
public final class LeaseEngine {
    private final HolderState state;
    private final LeaseEvents leaseEvents;
    private final ReadOutcomes readOutcomes;
    private final Restore restore;

    /**
     * A holder of which nothing is known.
     *
     * @param holder the holder's engine id
     * @param settings the rules' variable parts
     * @param journaling whether changes are kept for {@link #drainChanges}
     */
    public LeaseEngine(String holder, Settings settings, boolean journaling) {
        this(holder, settings, HolderState.Limits.STANDARD, journaling);
    }

    LeaseEngine(String holder, Settings settings, HolderState.Limits limits, boolean journaling) {
        this.state = new HolderState(holder, settings, limits, new Journal(journaling));
        this.readOutcomes = new ReadOutcomes(state);
        this.leaseEvents = new LeaseEvents(state, readOutcomes);
        this.restore = new Restore(state);
    }

    /**
     * Applies a lease event.
     *
     * @param event the event
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(LeaseEvent event, Arrival at, Effects out) {
        if (isAccepted(RecordCheck.check(event), event.holder(), at, out)) {
            leaseEvents.apply(event, at, out);
        }
    }

    /**
     * Applies a handshake sample.
     *
     * @param sample the sample
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(HandshakeSample sample, Arrival at, Effects out) {
        if (isAccepted(RecordCheck.check(sample), sample.holder(), at, out)) {
            HandshakeSamples.apply(state, sample, at, out);
        }
    }

    /**
     * Answers a read intent: exactly one verdict, or a refusal.
     *
     * @param intent the intent
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(ReadIntent intent, Arrival at, Effects out) {
        if (isAccepted(RecordCheck.check(intent), intent.holder(), at, out)) {
            ReadIntents.apply(state, intent, at, out);
        }
    }

    /**
     * Takes the outcome of a read.
     *
     * @param outcome the outcome
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(ReadOutcome outcome, Arrival at, Effects out) {
        if (isAccepted(RecordCheck.check(outcome), outcome.holder(), at, out)) {
            readOutcomes.apply(outcome, at, out);
        }
    }

    private boolean isAccepted(Optional<BadRecord> bad, String recordHolder, Arrival at, Effects out) {
        if (bad.isPresent()) {
            out.refused(bad.get());
            return false;
        }
        if (!recordHolder.equals(state.holder)) {
            throw new IllegalArgumentException(
                    "a record of holder " + recordHolder + " was given to the engine of " + state.holder);
        }
        state.forgetIfSilent(at.recordTimeMs());
        return true;
    }

    /**
     * Hands over every entry that changed since the last call, and forgets that it changed. An engine with nothing to
     * hand over calls nothing.
     *
     * @param sink takes the entries
     */
    public void drainChanges(StateSink sink) {
        state.journal.drain(sink, state);
    }

    /**
     * Gives back one remembered entry; call for all entries of the holder, in any order, then {@link #restored}.
     *
     * @param kind the kind of entry
     * @param key its key as it was put
     * @param value its value as it was put
     * @throws IllegalArgumentException if the value is corrupt or of an unknown format version
     */
    public void restore(StateKind kind, byte[] key, byte[] value) {
        restore.take(kind, key, value);
    }

    /**
     * All entries have been given back: rebuilds the indexes.
     *
     * @throws IllegalArgumentException if an entry is corrupt or of an unknown format version
     */
    public void restored() {
        restore.finish();
    }

    /**
     * Sends the last word on every read that was told READABLE within the horizon and has no outcome (semantics.md,
     * Delivery): exactly as it was sent first, or as a revocation if the state shows a cause for one that was not sent.
     *
     * @param asOf positions of all inputs, for revocations that are found now
     * @param out takes the verdicts
     */
    public void repeatLastWords(AsOf asOf, Effects out) {
        LastWords.repeat(state, asOf, out);
    }

    /**
     * Record time of the newest record applied.
     *
     * @return milliseconds of the epoch, or {@link Absent#LONG} before the first record
     */
    public long lastRecordTimeMs() {
        return state.lastRecordTimeMs;
    }

    /**
     * What is remembered of the holder as a whole. Costs no more than a walk over its readers and gaps.
     *
     * @return facts of this moment
     */
    public HolderFacts facts() {
        return Facts.holder(state);
    }

    /**
     * What is known of the clocks of the holder's pairs.
     *
     * @param each called for every pair of which there are bounds
     */
    public void forEachClock(Consumer<ClockOffset> each) {
        state.clocks.values().forEach(clock -> clock.toOffset(state.holder).ifPresent(each));
    }

    /**
     * The leases of a request.
     *
     * @param requestId the request
     * @return facts of this moment, in the order of the allocations
     */
    public List<LeaseFacts> leases(String requestId) {
        return Facts.leases(state, requestId);
    }

    /**
     * The requests that leases are remembered of.
     *
     * @return their ids, in no order
     */
    public List<String> requests() {
        return state.leases.requestIds();
    }

    /**
     * What is remembered of a reader's reads of a request.
     *
     * @param reader the reader
     * @param requestId the request
     * @return facts of this moment
     */
    public List<ReadFacts> reads(String reader, String requestId) {
        return Facts.reads(state, reader, requestId);
    }

    /**
     * Forgets what a holder silent in record time is no longer remembered for: leases, clocks and reads after a day,
     * lives after 30 days. Every apply does so first; a shell calls it for holders of which no record comes any more.
     *
     * @param recordTimeMs the record time that has been reached
     * @return true if nothing at all is remembered any more
     */
    public boolean forgetIfSilent(long recordTimeMs) {
        state.forgetIfSilent(recordTimeMs);
        return isEmpty();
    }

    /**
     * Tells whether nothing is remembered, so that a shell need not keep this engine.
     *
     * @return true if a new engine would give the same answers
     */
    public boolean isEmpty() {
        return state.isEmpty();
    }
}
