package dev.kvlease.fleet.record;

/** The types of a lease event, named as on the wire. */
public enum LeaseEventKind {
    /** A life of the engine starts, or repeats once a minute that it did; always seq 0. */
    ENGINE_STARTED,
    /** The engine is alive. */
    ENGINE_HEARTBEAT,
    /** A lease begins. */
    BLOCKS_ALLOCATED,
    /** A lease's deadline moves out. */
    LEASE_EXTENDED,
    /** A lease ends before its sweep. */
    BLOCKS_RELEASED,
    /** The sweep ended a lease after its deadline. */
    BLOCKS_EXPIRED
}
