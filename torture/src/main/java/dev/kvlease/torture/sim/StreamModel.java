package dev.kvlease.torture.sim;

/**
 * What the log and the application do to records. Shares are probabilities; rates are per partition of a topic.
 *
 * @param partitions partitions of each input, and so tasks
 * @param exactlyOnce whether a crash takes back everything since the last commit; else anything that was written may stay
 * @param commitEveryNs how often a task commits
 * @param crashShare records after which the task crashes
 * @param maxDownNs longest time until it goes on
 * @param reshuffles whether records that come again after a crash may be interleaved otherwise
 * @param stallsPerHour times an input cannot be read for a while, as when its leader fails over
 * @param maxStallNs longest such time
 * @param clockStepsPerHour steps of the broker's clock, which stamps record times
 * @param maxClockStepMs longest such step, forward or back
 */
record StreamModel(
        int partitions,
        boolean exactlyOnce,
        long commitEveryNs,
        double crashShare,
        long maxDownNs,
        boolean reshuffles,
        double stallsPerHour,
        long maxStallNs,
        double clockStepsPerHour,
        long maxClockStepMs) {
    boolean crashes() {
        return crashShare > 0;
    }
}
