package dev.kvlease.core.lease;

/** What a holder says about itself or about a lease. */
public enum LeaseEventType {
    /** A symbol this version does not know; such an event is a bad record. */
    UNKNOWN,
    /** A life of the engine starts, or repeats once a minute that it did; always seq 0. */
    ENGINE_STARTED,
    /** The engine is alive; every 2 s. */
    ENGINE_HEARTBEAT,
    /** A lease begins. */
    BLOCKS_ALLOCATED,
    /** A lease's deadline moves out. */
    LEASE_EXTENDED,
    /** A lease ends before or at its deadline. */
    BLOCKS_RELEASED,
    /** The holder's sweep ended a lease at its deadline. */
    BLOCKS_EXPIRED;

    /**
     * Tells whether an event of this type speaks of one request.
     *
     * @return true for the types that need a request id
     */
    public boolean ofRequest() {
        return this == BLOCKS_ALLOCATED || this == LEASE_EXTENDED || this == BLOCKS_RELEASED || this == BLOCKS_EXPIRED;
    }
}
