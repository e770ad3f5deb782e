package dev.kvlease.fleet.scenario;

/**
 * How records travel from engines to the log, and verdicts back. Shares are probabilities per record.
 *
 * @param lossShare records that never arrive
 * @param duplicateShare records that arrive twice
 * @param minDelayNs shortest delay
 * @param maxDelayNs longest usual delay
 * @param slowShare records with an unusual delay
 * @param slowDelayNs longest unusual delay
 * @param keepsOrder whether records of one engine arrive in the order sent
 * @param verdictDelayNs time from an answer to its reader
 */
public record NetworkModel(
        double lossShare,
        double duplicateShare,
        long minDelayNs,
        long maxDelayNs,
        double slowShare,
        long slowDelayNs,
        boolean keepsOrder,
        long verdictDelayNs) {
    /** Every record arrives once, at the moment it was sent; the log has the order of true time. */
    public static final NetworkModel PERFECT = new NetworkModel(0, 0, 0, 0, 0, 0, true, 0);

    /**
     * Tells whether records arrive at the moment they were sent.
     *
     * @return true if no delay can occur
     */
    public boolean instant() {
        return maxDelayNs == 0 && slowShare == 0;
    }
}
