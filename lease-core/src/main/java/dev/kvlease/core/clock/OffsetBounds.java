package dev.kvlease.core.clock;

import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/**
 * The offset between one life of a reader and one life of a holder: an interval that holds the true offset at a
 * reference time, the best sample, and perhaps a suspect that disagrees (rules 3 to 5 of "Clock of a pair").
 */
final class OffsetBounds {
    private final String holderLife;
    private long loNs;
    private long hiNs;
    private long refNs;
    private long minRttNs;
    private long pointNs;
    private long bestReceivedNs;
    private long samples;
    private long steps;
    private Reading suspect = Reading.NONE;

    private OffsetBounds(String holderLife) {
        this.holderLife = holderLife;
    }

    /** Rule 3, first sample. */
    static OffsetBounds first(String holderLife, Reading reading) {
        OffsetBounds bounds = new OffsetBounds(holderLife);
        bounds.loNs = reading.loNs();
        bounds.hiNs = reading.hiNs();
        bounds.refNs = reading.receivedNs();
        bounds.best(reading);
        bounds.samples = 1;
        return bounds;
    }

    String holderLife() {
        return holderLife;
    }

    long loNs() {
        return loNs;
    }

    long hiNs() {
        return hiNs;
    }

    long refNs() {
        return refNs;
    }

    long minRttNs() {
        return minRttNs;
    }

    long pointNs() {
        return pointNs;
    }

    long samples() {
        return samples;
    }

    long steps() {
        return steps;
    }

    boolean isSuspected() {
        return !suspect.isNone();
    }

    /**
     * Rule 4, agreement.
     *
     * @return true if the clock was seen to step
     */
    boolean take(Reading reading, Drift drift) {
        samples++;
        // A sample received at the suspect's instant is the suspect again: without a round trip it was also sent then.
        boolean noSecondSample =
                reading.sentNs() < suspect.receivedNs() || reading.receivedNs() == suspect.receivedNs();
        if (isSuspected() && noSecondSample) {
            return false;
        }
        if (narrowedBy(reading, drift)) {
            suspect = Reading.NONE;
            return false;
        }
        if (isSuspected()) {
            long oldLoNs = loNs;
            long oldHiNs = hiNs;
            long oldRefNs = refNs;
            if (replacedBySuspectAnd(reading, drift)) {
                long widenNs = drift.ofNs(refNs - oldRefNs);
                boolean stepped = oldLoNs - widenNs > hiNs || oldHiNs + widenNs < loNs;
                steps += stepped ? 1 : 0;
                return stepped;
            }
        }
        suspect = reading;
        return false;
    }

    private boolean narrowedBy(Reading reading, Drift drift) {
        long atNs = Math.max(refNs, reading.receivedNs());
        long widenNs = drift.ofNs(atNs - refNs);
        long readingWidenNs = drift.ofNs(atNs - reading.receivedNs());
        long newLoNs = Math.max(loNs - widenNs, reading.loNs() - readingWidenNs);
        long newHiNs = Math.min(hiNs + widenNs, reading.hiNs() + readingWidenNs);
        if (newLoNs > newHiNs) {
            return false;
        }
        loNs = newLoNs;
        hiNs = newHiNs;
        refNs = atNs;
        keepBetter(reading, drift);
        return true;
    }

    private boolean replacedBySuspectAnd(Reading reading, Drift drift) {
        long atNs = Math.max(suspect.receivedNs(), reading.receivedNs());
        long suspectWidenNs = drift.ofNs(atNs - suspect.receivedNs());
        long readingWidenNs = drift.ofNs(atNs - reading.receivedNs());
        long newLoNs = Math.max(suspect.loNs() - suspectWidenNs, reading.loNs() - readingWidenNs);
        long newHiNs = Math.min(suspect.hiNs() + suspectWidenNs, reading.hiNs() + readingWidenNs);
        if (newLoNs > newHiNs) {
            return false;
        }
        loNs = newLoNs;
        hiNs = newHiNs;
        refNs = atNs;
        suspect = Reading.NONE;
        best(reading);
        return true;
    }

    /** Rule 5, min-RTT offset: half the round trip plus what the clocks may have drifted since. */
    private void keepBetter(Reading reading, Drift drift) {
        long oldErrorNs = minRttNs / 2 + drift.ofNs(refNs - bestReceivedNs);
        long newErrorNs = reading.rttNs() / 2 + drift.ofNs(refNs - reading.receivedNs());
        boolean better = newErrorNs < oldErrorNs || (newErrorNs == oldErrorNs && reading.receivedNs() > bestReceivedNs);
        if (better) {
            best(reading);
        }
    }

    private void best(Reading reading) {
        minRttNs = reading.rttNs();
        pointNs = reading.pointNs();
        bestReceivedNs = reading.receivedNs();
    }

    void write(StateWriter out) {
        out.putText(holderLife)
                .putLong(loNs)
                .putLong(hiNs)
                .putLong(refNs)
                .putLong(minRttNs)
                .putLong(pointNs)
                .putLong(bestReceivedNs)
                .putLong(samples)
                .putLong(steps);
        suspect.write(out);
    }

    static OffsetBounds read(StateReader in) {
        OffsetBounds bounds = new OffsetBounds(in.getText());
        bounds.loNs = in.getLong();
        bounds.hiNs = in.getLong();
        bounds.refNs = in.getLong();
        bounds.minRttNs = in.getLong();
        bounds.pointNs = in.getLong();
        bounds.bestReceivedNs = in.getLong();
        bounds.samples = in.getLong();
        bounds.steps = in.getLong();
        bounds.suspect = Reading.read(in);
        return bounds;
    }
}
