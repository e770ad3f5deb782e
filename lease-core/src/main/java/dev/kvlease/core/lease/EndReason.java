package dev.kvlease.core.lease;

/** Why a lease has ended, in the order in which reasons count ("Reason of an end"). */
public enum EndReason {
    /** It has not ended. */
    NOT_ENDED,
    /** The holder gave one of its blocks to another request. */
    BLOCKS_REUSED,
    /** BLOCKS_RELEASED. */
    RELEASED,
    /** BLOCKS_EXPIRED. */
    LEASE_EXPIRED,
    /** An event above its allocation was lost. */
    EVENT_GAP,
    /** The request's next allocation. */
    REPLACED
}
