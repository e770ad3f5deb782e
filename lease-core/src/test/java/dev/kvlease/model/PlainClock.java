package dev.kvlease.model;

import java.util.ArrayList;
import java.util.List;

/** Section "Clock of a pair": what the samples of one reader say about one holder's clock. */
final class PlainClock {
    /** What became of a sample. */
    enum Fate {
        IGNORED,
        LEAP,
        TAKEN
    }

    /** The state of the section; {@code suspect} is null if there is none. */
    record State(
            String readerLife,
            String holderLife,
            long lo,
            long hi,
            long ref,
            PlainRecord.Sample best,
            long samples,
            long steps,
            PlainRecord.Sample suspect) {}

    /** An offset interval. */
    private record Interval(long lo, long hi) {
        boolean intersects(Interval other) {
            return Math.max(lo, other.lo) <= Math.min(hi, other.hi);
        }

        Interval and(Interval other) {
            return new Interval(Math.max(lo, other.lo), Math.min(hi, other.hi));
        }

        Interval widened(long by) {
            return new Interval(lo - by, hi + by);
        }
    }

    private final int ppm;
    private final List<String> oldReaderLives = new ArrayList<>();
    private final List<String> oldHolderLives = new ArrayList<>();
    private String readerLife;
    private State state;
    private State aside;
    private Long lastLeapReceived;

    PlainClock(int ppm) {
        this.ppm = ppm;
    }

    /**
     * Takes a sample.
     *
     * @param current the holder's current life, null while it is untracked
     * @param superseded the holder's superseded lives
     */
    Fate feed(PlainRecord.Sample s, String current, List<String> superseded) {
        if (oldReaderLives.contains(s.readerLife())) {
            return Fate.IGNORED;
        }
        if (superseded.contains(s.holderLife()) || oldHolderLives.contains(s.holderLife())) {
            return Fate.IGNORED;
        }
        if (isLeap(s)) {
            lastLeapReceived = s.receivedNs();
            return Fate.LEAP;
        }
        lastLeapReceived = null;
        if (readerLife != null && !readerLife.equals(s.readerLife())) {
            remember(oldReaderLives, readerLife);
            state = null;
            aside = null;
        }
        readerLife = s.readerLife();
        place(s, current);
        return Fate.TAKEN;
    }

    private boolean isLeap(PlainRecord.Sample s) {
        if (state == null || !state.readerLife().equals(s.readerLife())) {
            return false;
        }
        if (s.receivedNs() - state.ref() <= PlainTime.DAY) {
            return false;
        }
        boolean agreed = lastLeapReceived != null
                && lastLeapReceived <= s.sentNs()
                && lastLeapReceived < s.receivedNs()
                && s.receivedNs() - lastLeapReceived <= PlainTime.DAY;
        return !agreed;
    }

    /** Rule 2. */
    private void place(PlainRecord.Sample s, String current) {
        if (current == null) {
            if (state != null && !state.holderLife().equals(s.holderLife())) {
                remember(oldHolderLives, state.holderLife());
                state = null;
            }
            state = fed(s);
            return;
        }
        if (!s.holderLife().equals(current)) {
            aside = first(s);
            return;
        }
        state = fed(s);
        if (aside != null && s.sentNs() >= aside.ref()) {
            aside = null;
        }
    }

    /** Rule 2, when a life of the holder starts. */
    void lifeStarts(String life, List<String> superseded) {
        if (state != null) {
            if (!superseded.contains(state.holderLife()) && aside == null) {
                aside = state;
            }
            state = null;
        }
        if (aside != null && aside.holderLife().equals(life)) {
            state = aside;
            aside = null;
        }
    }

    /** Rule 3. */
    private State first(PlainRecord.Sample s) {
        Interval own = own(s);
        return new State(s.readerLife(), s.holderLife(), own.lo(), own.hi(), s.receivedNs(), s, 1, 0, null);
    }

    /** Rules 3 and 4. */
    private State fed(PlainRecord.Sample s) {
        if (state == null) {
            return first(s);
        }
        long samples = state.samples() + 1;
        PlainRecord.Sample suspect = state.suspect();
        if (suspect != null && (s.sentNs() < suspect.receivedNs() || s.receivedNs() == suspect.receivedNs())) {
            return with(state.lo(), state.hi(), state.ref(), state.best(), samples, state.steps(), suspect);
        }
        long ref = Math.max(state.ref(), s.receivedNs());
        Interval stored = new Interval(state.lo(), state.hi());
        Interval storedThen = stored.widened(drift(ref - state.ref()));
        Interval sampleThen = own(s).widened(drift(ref - s.receivedNs()));
        if (storedThen.intersects(sampleThen)) {
            Interval both = storedThen.and(sampleThen);
            return with(both.lo(), both.hi(), ref, better(state.best(), s, ref), samples, state.steps(), null);
        }
        if (suspect != null) {
            long later = Math.max(suspect.receivedNs(), s.receivedNs());
            Interval suspectThen = own(suspect).widened(drift(later - suspect.receivedNs()));
            Interval ownThen = own(s).widened(drift(later - s.receivedNs()));
            if (suspectThen.intersects(ownThen)) {
                Interval both = suspectThen.and(ownThen);
                boolean stepped = !stored.widened(drift(later - state.ref())).intersects(both);
                return with(both.lo(), both.hi(), later, s, samples, state.steps() + (stepped ? 1 : 0), null);
            }
        }
        return with(state.lo(), state.hi(), state.ref(), state.best(), samples, state.steps(), s);
    }

    private State with(
            long lo, long hi, long ref, PlainRecord.Sample best, long samples, long steps, PlainRecord.Sample suspect) {
        return new State(state.readerLife(), state.holderLife(), lo, hi, ref, best, samples, steps, suspect);
    }

    /** Rule 5. */
    private PlainRecord.Sample better(PlainRecord.Sample best, PlainRecord.Sample s, long ref) {
        long bestCost = best.rttNs() / 2 + drift(ref - best.receivedNs());
        long cost = s.rttNs() / 2 + drift(ref - s.receivedNs());
        boolean wins = cost < bestCost || (cost == bestCost && s.receivedNs() > best.receivedNs());
        return wins ? s : best;
    }

    private Interval own(PlainRecord.Sample s) {
        long drift = drift(s.rttNs());
        return new Interval(s.remoteNs() - s.receivedNs() - drift, s.remoteNs() - s.sentNs() + drift);
    }

    private long drift(long span) {
        return PlainTime.drift(span, ppm);
    }

    private static void remember(List<String> lives, String life) {
        lives.add(life);
        if (lives.size() > 64) {
            lives.remove(0);
        }
    }

    /** The state, or null. */
    State state() {
        return state;
    }

    boolean hasAside() {
        return aside != null;
    }

    boolean known() {
        return state != null && state.suspect() == null && aside == null;
    }

    /** Known, and of these lives; a null holder life is not asked for. */
    boolean knownFor(String reader, String holder) {
        return known()
                && state.readerLife().equals(reader)
                && (holder == null || state.holderLife().equals(holder));
    }

    /** The classic midpoint estimate of a sample. */
    static long point(PlainRecord.Sample s) {
        return s.remoteNs() - (s.sentNs() + s.rttNs() / 2);
    }

    long hMin(long t) {
        return t + state.lo() - drift(t - state.ref());
    }

    long hMax(long t) {
        return t + state.hi() + drift(t - state.ref());
    }

    long earliest(long e) {
        long x = e - state.hi() - state.ref();
        return state.ref() + x - drift(x);
    }

    long latest(long e) {
        long y = e - state.lo() - state.ref();
        return state.ref() + y + drift(y);
    }
}
