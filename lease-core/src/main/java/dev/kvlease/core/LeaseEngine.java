package dev.kvlease.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.ReadIntent;

/**
 * The state of one holder and everything that follows from its records: the door of the core.
 *
 * <p>Not thread-safe; one thread applies the records of a holder in the order consumed.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class LeaseEngine {
    private final String holder;
    private final Settings settings;
    private final boolean journaling;

    /**
     * A holder of which nothing is known.
     *
     * @param holder the holder's engine id
     * @param settings the rules' variable parts
     * @param journaling whether changes are kept for {@link #drainChanges}
     */
    public LeaseEngine(String holder, Settings settings, boolean journaling) {
        this.holder = holder;
        this.settings = settings;
        this.journaling = journaling;
    }

    /**
     * Applies a lease event.
     *
     * @param event the event
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(LeaseEvent event, Arrival at, Effects out) {
        throw new UnsupportedOperationException(holder + settings + journaling);
    }

    /**
     * Applies a handshake sample.
     *
     * @param sample the sample
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(HandshakeSample sample, Arrival at, Effects out) {
        throw new UnsupportedOperationException();
    }

    /**
     * Answers a read intent: exactly one verdict, or a refusal.
     *
     * @param intent the intent
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(ReadIntent intent, Arrival at, Effects out) {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes the outcome of a read.
     *
     * @param outcome the outcome
     * @param at how it came
     * @param out takes what follows
     */
    public void apply(ReadOutcome outcome, Arrival at, Effects out) {
        throw new UnsupportedOperationException();
    }

    /**
     * Hands over every entry that changed since the last call, and forgets that it changed.
     *
     * @param sink takes the entries
     */
    public void drainChanges(StateSink sink) {
        throw new UnsupportedOperationException();
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
        throw new UnsupportedOperationException();
    }

    /** All entries have been given back: rebuilds the indexes. */
    public void restored() {
        throw new UnsupportedOperationException();
    }

    /**
     * Sends the last word on every read that was told READABLE within the horizon and has no outcome (semantics.md,
     * Delivery), exactly as it was sent first.
     *
     * @param out takes the verdicts
     */
    public void repeatLastWords(Effects out) {
        throw new UnsupportedOperationException();
    }

    /**
     * Record time of the newest record applied.
     *
     * @return milliseconds of the epoch, or {@link dev.kvlease.core.common.Absent#LONG} before the first record
     */
    public long lastRecordTimeMs() {
        throw new UnsupportedOperationException();
    }

    /**
     * Forgets what a holder silent in record time is no longer remembered for: leases, clocks and reads after a day,
     * lives after 30 days. Every apply does so first; a shell calls it for holders of which no record comes any more.
     *
     * @param recordTimeMs the record time that has been reached
     * @return true if nothing at all is remembered any more
     */
    public boolean forgetIfSilent(long recordTimeMs) {
        throw new UnsupportedOperationException();
    }

    /**
     * Tells whether nothing is remembered, so that a shell need not keep this engine.
     *
     * @return true if a new engine would give the same answers
     */
    public boolean isEmpty() {
        throw new UnsupportedOperationException();
    }
}
