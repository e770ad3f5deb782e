package dev.kvlease.fleet.truth;

/** What ended a lease first. */
public enum LeaseEndKind {
    /** Nothing yet: the holder keeps the blocks. */
    NONE,
    /** The deadline passed on the holder's clock, whenever the sweep came. */
    DEADLINE,
    /** The holder released the blocks before the deadline. */
    RELEASED,
    /** The request was given other blocks. */
    REPLACED,
    /** The holder gave the blocks up before the deadline, and said nothing: it broke its promise. */
    BROKEN,
    /** The holder's process died. */
    RESTART
}
