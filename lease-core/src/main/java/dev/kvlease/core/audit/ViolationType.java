package dev.kvlease.core.audit;

/** What a read, or a holder, has done against a lease. */
public enum ViolationType {
    /** Read to the end after the deadline or the holder's expiry event. */
    READ_AFTER_EXPIRY,
    /** Read to the end after a release, or after the request's blocks were replaced. */
    READ_AFTER_RELEASE,
    /** Read to the end after a block had been given to another request. */
    READ_AFTER_REUSE,
    /** Read of a lease that nobody knows. */
    UNLEASED_READ,
    /** Read of a life of the holder that is over. */
    READ_ACROSS_RESTART,
    /** The holder gave a leased block to another request. */
    DOUBLE_ALLOCATION
}
