package dev.kvlease.fleet.scenario;

/**
 * How long leases and clock samples last, in nanoseconds.
 *
 * @param decodeTtlNs lease of a decode engine, not extended, for one read
 * @param prefillTtlNs lease of a prefill engine, extended by two thirds of it every sixth of it
 * @param maxSweepDelayNs how late the expiry sweep may come; it never comes early
 * @param handshakePeriodNs how often a reader asks a holder for its clock again
 * @param confirmNs how long a gated reader keeps what it has read before it uses it, so that a revocation that is on its
 *     way still counts
 * @param noDeadlineShare leases without a deadline, which last until they are released
 * @param confirmByAsking whether a gated reader, before it uses what it has read, asks until an answer takes the holder's
 *     events up to the end of the read into account: then a release before it would have revoked the read, however far
 *     the stream is behind
 */
public record LeaseTerms(
        long decodeTtlNs,
        long prefillTtlNs,
        long maxSweepDelayNs,
        long handshakePeriodNs,
        long confirmNs,
        double noDeadlineShare,
        boolean confirmByAsking) {
    /**
     * Terms of readers that wait before they use what they have read, but do not ask again.
     *
     * @param decodeTtlNs lease of a decode engine
     * @param prefillTtlNs lease of a prefill engine
     * @param maxSweepDelayNs how late the expiry sweep may come
     * @param handshakePeriodNs how often a reader asks a holder for its clock again
     * @param confirmNs how long a gated reader keeps what it has read before it uses it
     * @param noDeadlineShare leases without a deadline
     */
    public LeaseTerms(
            long decodeTtlNs,
            long prefillTtlNs,
            long maxSweepDelayNs,
            long handshakePeriodNs,
            long confirmNs,
            double noDeadlineShare) {
        this(decodeTtlNs, prefillTtlNs, maxSweepDelayNs, handshakePeriodNs, confirmNs, noDeadlineShare, false);
    }

    /**
     * Terms under which every lease has a deadline.
     *
     * @param decodeTtlNs lease of a decode engine
     * @param prefillTtlNs lease of a prefill engine
     * @param maxSweepDelayNs how late the expiry sweep may come
     * @param handshakePeriodNs how often a reader asks a holder for its clock again
     * @param confirmNs how long a gated reader keeps what it has read before it uses it
     */
    public LeaseTerms(
            long decodeTtlNs, long prefillTtlNs, long maxSweepDelayNs, long handshakePeriodNs, long confirmNs) {
        this(decodeTtlNs, prefillTtlNs, maxSweepDelayNs, handshakePeriodNs, confirmNs, 0);
    }

    /**
     * Terms under which every lease has a deadline, with readers that use what they have read at once.
     *
     * @param decodeTtlNs lease of a decode engine
     * @param prefillTtlNs lease of a prefill engine
     * @param maxSweepDelayNs how late the expiry sweep may come
     * @param handshakePeriodNs how often a reader asks a holder for its clock again
     */
    public LeaseTerms(long decodeTtlNs, long prefillTtlNs, long maxSweepDelayNs, long handshakePeriodNs) {
        this(decodeTtlNs, prefillTtlNs, maxSweepDelayNs, handshakePeriodNs, 0);
    }
}
