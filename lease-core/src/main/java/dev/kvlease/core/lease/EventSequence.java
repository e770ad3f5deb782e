package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/** The numbered events of one life: what was seen, what is missing or lost, and the watermark ("Leaps" to "Gaps"). */
public final class EventSequence {
    /** What an event's seq was. */
    public enum Seen {
        /** Seen before. */
        DUPLICATE,
        /** The next one. */
        NEXT,
        /** Further ahead: seqs before it are missing. */
        BEYOND_GAP,
        /** One that was missing. */
        FILLS_GAP
    }

    private long highestSeq = -1;
    private long watermarkNs = Absent.LONG;
    private long highestLostSeq = -1;
    private long leapSeq = Absent.LONG;
    private long leapClockNs = Absent.LONG;
    private MissingRanges missing = new MissingRanges();

    /** Nothing has been seen. */
    public EventSequence() {}

    /**
     * W, the highest clock of this life's events.
     *
     * @return nanoseconds, holder clock; absent before the first event
     */
    public long watermarkNs() {
        return watermarkNs;
    }

    /**
     * The highest seq seen.
     *
     * @return a seq, or -1 before the first event
     */
    public long highestSeq() {
        return highestSeq;
    }

    /**
     * The highest seq that was missing and given up, or came too late.
     *
     * @return a seq, or -1
     */
    public long highestLostSeq() {
        return highestLostSeq;
    }

    MissingRanges missing() {
        return missing;
    }

    /**
     * How many seqs are missing.
     *
     * @return a count; zero without a gap
     */
    public long missingCount() {
        return missing.total();
    }

    /**
     * How long the oldest gap has been open.
     *
     * @return nanoseconds on the holder's clock, or absent without a gap
     */
    public long oldestGapNs() {
        return missing.isEmpty() ? Absent.LONG : watermarkNs - missing.lowestFoundAtNs();
    }

    /**
     * Tells whether any seq is missing.
     *
     * @return true if there is a gap
     */
    public boolean hasMissing() {
        return !missing.isEmpty();
    }

    /**
     * Tells whether a seq above the given one is missing (V7).
     *
     * @param seq a seq
     * @return true if there is one
     */
    public boolean missingAbove(long seq) {
        return missing.highest() > seq;
    }

    /**
     * Tells whether a seq above the given one is missing or lost.
     *
     * @param seq a seq
     * @return true if evidence about what follows it is incomplete
     */
    public boolean incompleteAbove(long seq) {
        return missingAbove(seq) || highestLostSeq > seq;
    }

    /**
     * "Leaps": tells whether an event is too far ahead to be believed alone, and remembers it if so.
     *
     * @param seq the event's seq
     * @param clockNs the event's clock
     * @return true if it is refused
     */
    public boolean refusesAsLeap(long seq, long clockNs) {
        boolean ahead = clockNs - watermarkNs > Constants.LEAP_NS || seq - (highestSeq + 1) > Constants.LEAP_EVENTS;
        if (ahead && !agreesWithLastLeap(seq, clockNs)) {
            leapSeq = seq;
            leapClockNs = clockNs;
            return true;
        }
        leapSeq = Absent.LONG;
        leapClockNs = Absent.LONG;
        return false;
    }

    private boolean agreesWithLastLeap(long seq, long clockNs) {
        if (Absent.is(leapSeq)) {
            return false;
        }
        long aheadClockNs = clockNs - leapClockNs;
        return seq > leapSeq
                && seq - leapSeq <= Constants.LEAP_EVENTS
                && aheadClockNs >= 0
                && aheadClockNs <= Constants.LEAP_NS;
    }

    /**
     * Sees an event that is not refused.
     *
     * @param seq its seq
     * @param clockNs its clock
     * @return what its seq was
     */
    Seen see(long seq, long clockNs) {
        watermarkNs = Math.max(watermarkNs, clockNs);
        if (seq > highestSeq) {
            boolean next = seq == highestSeq + 1;
            if (!next) {
                missing.add(highestSeq + 1, seq - 1, watermarkNs);
            }
            highestSeq = seq;
            return next ? Seen.NEXT : Seen.BEYOND_GAP;
        }
        return missing.remove(seq) ? Seen.FILLS_GAP : Seen.DUPLICATE;
    }

    /** "Too late": whether an event's clock lies below the horizon. */
    boolean isTooLate(long clockNs) {
        return clockNs < watermarkNs - Constants.HORIZON_NS;
    }

    /** A seq is lost although its event came. */
    void lose(long seq) {
        highestLostSeq = Math.max(highestLostSeq, seq);
    }

    /** Gives up all that is missing: what was known besides is not remembered, so it would be taken for all there is. */
    void loseMissing() {
        if (!missing.isEmpty()) {
            lose(missing.highest());
            missing = new MissingRanges();
        }
    }

    /**
     * "Gaps": gives up what has been missing for longer than the horizon.
     *
     * @return true if something was given up
     */
    boolean loseOverdue() {
        boolean any = false;
        while (!missing.isEmpty() && watermarkNs - missing.lowestFoundAtNs() > Constants.HORIZON_NS) {
            lose(missing.lowestRangeEnd());
            missing.removeLowestRange();
            any = true;
        }
        return any;
    }

    /**
     * Writes the sequence in one entry: what was seen must never be remembered without what is missing.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        out.putLong(highestSeq)
                .putOptional(watermarkNs)
                .putLong(highestLostSeq)
                .putOptional(leapSeq)
                .putOptional(leapClockNs);
        missing.write(out);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param in where from
     * @return the sequence
     */
    public static EventSequence read(StateReader in) {
        EventSequence sequence = new EventSequence();
        sequence.highestSeq = in.getLong();
        sequence.watermarkNs = in.getOptional();
        sequence.highestLostSeq = in.getLong();
        sequence.leapSeq = in.getOptional();
        sequence.leapClockNs = in.getOptional();
        sequence.missing = MissingRanges.read(in);
        return sequence;
    }
}
