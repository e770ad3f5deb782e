package dev.kvlease.connect.order;

/**
 * What waiting for a hole may cost.
 *
 * @param replay whether the publisher has a replay socket
 * @param answerTimeoutNs after this long without a word from it a request is sent again
 * @param holeTimeoutNs after this long a hole is left as it is
 * @param idleProbeNs after this long without a batch the publisher is asked whether anything was missed; 0 for never
 * @param maxWaitingFrames how many batches may wait behind a hole
 * @param maxWaitingBytes how many bytes of payload may wait behind a hole
 */
public record Limits(
        boolean replay,
        long answerTimeoutNs,
        long holeTimeoutNs,
        long idleProbeNs,
        int maxWaitingFrames,
        long maxWaitingBytes) {}
