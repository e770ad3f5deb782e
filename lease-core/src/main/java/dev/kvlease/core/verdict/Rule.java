package dev.kvlease.core.verdict;

/** What decided a verdict: a row of the decision table, or a revocation. */
public enum Rule {
    /** Nothing will be read. */
    V1,
    /** Untracked holder, not trusted. */
    V2,
    /** Superseded life named. */
    V3,
    /** Holder in doubt. */
    V4,
    /** Life not started, or no allocation known. */
    V5,
    /** The current lease has ended. */
    V6,
    /** A seq above the allocation is missing. */
    V7,
    /** Another first expiry. */
    V8,
    /** A block that is not leased. */
    V9,
    /** All claims held. */
    V10,
    /** Too many open reads. */
    V11,
    /** Untracked, no deadline. */
    V12,
    /** Clock not known. */
    V13,
    /** Deadline implausible. */
    V14,
    /** Holder silent. */
    V15,
    /** Tracked, no deadline. */
    V16,
    /** Deadline passed. */
    V17,
    /** Within the safety margin. */
    V18,
    /** Within the lease. */
    V19,
    /** An open read was taken back (section "Revocation"). */
    REVOCATION
}
