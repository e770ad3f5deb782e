package dev.kvlease.core.clock;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.LifeMemory;
import dev.kvlease.core.state.Journaled;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Optional;

/**
 * What is known of the clocks of one holder and one reader (semantics.md, "Clock of a pair").
 *
 * <p>The clock is <em>known</em> if there are bounds, no sample disagrees with them (suspect), and no sample of a life
 * of the holder yet to come has arrived (aside).
 */
public final class PairClock extends Journaled {
    /** What became of a sample. */
    public enum Taken {
        /** It is of a superseded life of either side. */
        IGNORED,
        /** It is refused: too far ahead to be believed alone. */
        LEAP,
        /** It was taken into account. */
        TAKEN,
        /** It was taken into account, and shows that the clock stepped. */
        STEPPED
    }

    /** What the holder's own events say about the life that a sample names. */
    public enum HolderLife {
        /** The holder sends no lease events. */
        UNTRACKED,
        /** The life is the holder's current one. */
        CURRENT,
        /** The life has not started. */
        TO_COME,
        /** The life is superseded. */
        SUPERSEDED
    }

    /**
     * The numbers of the clock, as evidence.
     *
     * @param loNs lower bound of the offset at {@code refNs}
     * @param hiNs upper bound of the offset at {@code refNs}
     * @param refNs reference time, reader clock
     * @param pointNs min-RTT offset
     * @param minRttNs round trip of the best sample
     */
    public record Bounds(long loNs, long hiNs, long refNs, long pointNs, long minRttNs) {
        /** There are no bounds: every number is absent. */
        public static final Bounds NONE = new Bounds(Absent.LONG, Absent.LONG, Absent.LONG, Absent.LONG, Absent.LONG);

        /**
         * {@code H_max(t)}: the most that the holder's clock can read. Only of bounds that exist.
         *
         * @param readerNs {@code t}, reader clock
         * @param drift the drift bound
         * @return nanoseconds, holder clock
         */
        public long holderMaxNs(long readerNs, Drift drift) {
            return atMost(readerNs, hiNs, refNs, drift);
        }
    }

    private final String reader;
    private String readerLife = "";
    private LifeMemory supersededReaderLives = new LifeMemory();
    private LifeMemory supersededHolderLives = new LifeMemory();
    private Optional<OffsetBounds> bounds = Optional.empty();
    private Optional<OffsetBounds> aside = Optional.empty();
    private long leapReceivedNs = Absent.LONG;
    private long sampleOffset = Absent.LONG;

    /**
     * A pair of which nothing is known.
     *
     * @param reader the reader's engine id
     */
    public PairClock(String reader) {
        this.reader = reader;
    }

    /**
     * The reader of the pair.
     *
     * @return its engine id
     */
    public String reader() {
        return reader;
    }

    /**
     * Takes a validated sample (rules 1 to 5).
     *
     * @param sample the sample
     * @param life what the holder's events say about the sample's holder life
     * @param drift the drift bound
     * @param offset the sample's offset in its input, kept as evidence
     * @return what became of it
     */
    public Taken take(HandshakeSample sample, HolderLife life, Drift drift, long offset) {
        if (life == HolderLife.SUPERSEDED
                || supersededHolderLives.contains(sample.holderLife())
                || supersededReaderLives.contains(sample.readerLife())) {
            return Taken.IGNORED;
        }
        if (isLeap(sample)) {
            leapReceivedNs = sample.receivedNs();
            return Taken.LEAP;
        }
        leapReceivedNs = Absent.LONG;
        sampleOffset = offset;
        startReaderLife(sample.readerLife());
        Reading reading = Reading.of(sample, drift);
        if (life == HolderLife.TO_COME) {
            aside = Optional.of(OffsetBounds.first(sample.holderLife(), reading));
            return Taken.TAKEN;
        }
        if (life == HolderLife.UNTRACKED) {
            supersedeUntrackedLife(sample.holderLife());
        } else if (!holderLife().equals(sample.holderLife())) {
            bounds = Optional.empty();
        }
        if (aside.isPresent() && sample.sentNs() >= aside.get().refNs()) {
            aside = Optional.empty();
        }
        if (bounds.isEmpty()) {
            bounds = Optional.of(OffsetBounds.first(sample.holderLife(), reading));
            return Taken.TAKEN;
        }
        return bounds.get().take(reading, drift) ? Taken.STEPPED : Taken.TAKEN;
    }

    private boolean isLeap(HandshakeSample sample) {
        if (bounds.isEmpty()
                || !sample.readerLife().equals(readerLife)
                || sample.receivedNs() - bounds.get().refNs() <= Constants.LEAP_NS) {
            return false;
        }
        boolean agreesWithLastLeap = !Absent.is(leapReceivedNs)
                && leapReceivedNs <= sample.sentNs()
                && leapReceivedNs != sample.receivedNs()
                && sample.receivedNs() - leapReceivedNs <= Constants.LEAP_NS;
        return !agreesWithLastLeap;
    }

    private void startReaderLife(String life) {
        if (life.equals(readerLife)) {
            return;
        }
        if (!readerLife.isEmpty()) {
            supersededReaderLives.add(readerLife);
        }
        readerLife = life;
        bounds = Optional.empty();
        aside = Optional.empty();
    }

    private void supersedeUntrackedLife(String life) {
        if (bounds.isPresent() && !bounds.get().holderLife().equals(life)) {
            supersededHolderLives.add(bounds.get().holderLife());
            bounds = Optional.empty();
        }
    }

    /**
     * A life of the holder starts (rule 2).
     *
     * @param life the life that starts
     * @param superseded the holder's superseded lives
     */
    public void holderLifeStarted(String life, LifeMemory superseded) {
        if (bounds.isPresent()) {
            boolean yetToCome = !superseded.contains(bounds.get().holderLife());
            if (yetToCome && aside.isEmpty()) {
                aside = bounds;
            }
            bounds = Optional.empty();
        }
        if (aside.isPresent() && aside.get().holderLife().equals(life)) {
            bounds = aside;
            aside = Optional.empty();
        }
    }

    /**
     * Tells whether the clock is known.
     *
     * @return true if there are bounds and nothing disagrees
     */
    public boolean isKnown() {
        return bounds.isPresent() && aside.isEmpty() && !bounds.get().isSuspected();
    }

    /**
     * Tells whether there are bounds, known or not.
     *
     * @return true if the numbers of this clock exist
     */
    public boolean hasBounds() {
        return bounds.isPresent();
    }

    /**
     * The life of the reader that the clock is about.
     *
     * @return its incarnation; empty before the first sample
     */
    public String readerLife() {
        return readerLife;
    }

    /**
     * The life of the holder that the bounds are about.
     *
     * @return its incarnation; empty without bounds
     */
    public String holderLife() {
        return bounds.isPresent() ? bounds.get().holderLife() : "";
    }

    /**
     * Offset of the last sample taken.
     *
     * @return a position in handshake-samples, or absent
     */
    public long sampleOffset() {
        return sampleOffset;
    }

    /**
     * The numbers of the clock.
     *
     * @return the bounds; {@link Bounds#NONE} without any
     */
    public Bounds bounds() {
        if (bounds.isEmpty()) {
            return Bounds.NONE;
        }
        OffsetBounds b = bounds.get();
        return new Bounds(b.loNs(), b.hiNs(), b.refNs(), b.pointNs(), b.minRttNs());
    }

    private OffsetBounds some() {
        if (bounds.isEmpty()) {
            throw new IllegalStateException("no bounds for reader " + reader);
        }
        return bounds.get();
    }

    /**
     * Reference time of the bounds.
     *
     * @return nanoseconds, reader clock
     */
    public long refNs() {
        return some().refNs();
    }

    /**
     * First reader instant at which the holder's clock may read {@code e}. It does not depend on when it is computed.
     *
     * @param holderNs {@code e}, holder clock
     * @param drift the drift bound
     * @return nanoseconds, reader clock
     */
    public long earliestNs(long holderNs, Drift drift) {
        OffsetBounds known = some();
        long spanNs = holderNs - known.hiNs() - known.refNs();
        return known.refNs() + spanNs - drift.ofNs(spanNs);
    }

    /**
     * Reader instant by which the holder's clock surely reads {@code e}.
     *
     * @param holderNs {@code e}, holder clock
     * @param drift the drift bound
     * @return nanoseconds, reader clock
     */
    public long latestNs(long holderNs, Drift drift) {
        OffsetBounds known = some();
        long spanNs = holderNs - known.loNs() - known.refNs();
        return known.refNs() + spanNs + drift.ofNs(spanNs);
    }

    /**
     * {@code H_min(t)}: the least that the holder's clock can read.
     *
     * @param readerNs {@code t}, reader clock
     * @param drift the drift bound
     * @return nanoseconds, holder clock
     */
    public long holderMinNs(long readerNs, Drift drift) {
        OffsetBounds known = some();
        return readerNs + known.loNs() - drift.ofNs(readerNs - known.refNs());
    }

    /**
     * {@code H_max(t)}: the most that the holder's clock can read.
     *
     * @param readerNs {@code t}, reader clock
     * @param drift the drift bound
     * @return nanoseconds, holder clock
     */
    public long holderMaxNs(long readerNs, Drift drift) {
        OffsetBounds known = some();
        return atMost(readerNs, known.hiNs(), known.refNs(), drift);
    }

    private static long atMost(long readerNs, long hiNs, long refNs, Drift drift) {
        return readerNs + hiNs + drift.ofNs(readerNs - refNs);
    }

    /**
     * The clock as it is told to others.
     *
     * @param holder the holder's engine id
     * @return the bounds, or nothing while there are none
     */
    public Optional<ClockOffset> toOffset(String holder) {
        if (bounds.isEmpty()) {
            return Optional.empty();
        }
        OffsetBounds b = bounds.get();
        return Optional.of(new ClockOffset(
                holder,
                b.holderLife(),
                reader,
                readerLife,
                b.pointNs(),
                b.minRttNs(),
                b.loNs(),
                b.hiNs(),
                b.refNs(),
                !isKnown(),
                b.samples(),
                b.steps()));
    }

    /**
     * Writes the clock.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        out.putText(readerLife).putOptional(leapReceivedNs).putOptional(sampleOffset);
        supersededReaderLives.write(out);
        supersededHolderLives.write(out);
        writeOptional(bounds, out);
        writeOptional(aside, out);
    }

    private static void writeOptional(Optional<OffsetBounds> some, StateWriter out) {
        out.putFlag(some.isPresent());
        some.ifPresent(b -> b.write(out));
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param reader the reader's engine id
     * @param in where from
     * @return the clock
     */
    public static PairClock read(String reader, StateReader in) {
        PairClock clock = new PairClock(reader);
        clock.readerLife = in.getText();
        clock.leapReceivedNs = in.getOptional();
        clock.sampleOffset = in.getOptional();
        clock.supersededReaderLives = LifeMemory.read(in);
        clock.supersededHolderLives = LifeMemory.read(in);
        clock.bounds = in.getFlag() ? Optional.of(OffsetBounds.read(in)) : Optional.empty();
        clock.aside = in.getFlag() ? Optional.of(OffsetBounds.read(in)) : Optional.empty();
        return clock;
    }
}
