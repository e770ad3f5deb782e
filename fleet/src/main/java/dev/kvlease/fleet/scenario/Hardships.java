package dev.kvlease.fleet.scenario;

/**
 * What goes wrong beyond the usual, for a fleet that is to be tortured. Shares are probabilities; rates are per engine.
 *
 * @param ungatedReaderShare readers that ignore every answer, so that there is something for the audit to find
 * @param mostPpm how far a clock's rate is off at most; more than {@code EngineClock.MAX_PPM} breaks the rules' bound
 * @param clockStepsPerHour steps of a clock, forward or back, as after a suspended machine; each breaks the rules' bound
 * @param maxClockStepNs longest such step
 * @param splitShare restarts of a holder at which the former process lives on for a while beside its successor, as behind
 *     a network partition: a zombie
 * @param maxSplitNs longest such time
 * @param pauseShare transfers in the middle of which the reader's process is suspended
 * @param maxPauseNs longest such time
 * @param earlyReuseShare leases whose holder breaks its promise before it is over, and before any reader has said that it is
 *     done: it gives the blocks to the next who asks for some without a word, or says that they were read
 * @param healsAtClosing whether the network carries every record once, in time, when no new turns begin any more
 */
public record Hardships(
        double ungatedReaderShare,
        double mostPpm,
        double clockStepsPerHour,
        long maxClockStepNs,
        double splitShare,
        long maxSplitNs,
        double pauseShare,
        long maxPauseNs,
        double earlyReuseShare,
        boolean healsAtClosing) {
    /** Two clocks whose rates are off by this much run apart by just less than the bound of 100 ppm. */
    public static final double USUAL_PPM = 49.9;

    /** Nothing of it. */
    public static final Hardships NONE = new Hardships(0, USUAL_PPM, 0, 0, 0, 0, 0, 0, 0, false);
}
