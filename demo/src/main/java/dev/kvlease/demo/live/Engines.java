package dev.kvlease.demo.live;

import dev.kvlease.fleet.record.FleetRecord;

/** How the engines of a fleet, and the router, bring what they say to the platform. Used by one thread. */
public interface Engines extends AutoCloseable {
    /**
     * Sends a record of an engine, or of the router. Does not wait for it to arrive.
     *
     * @param record what is said
     */
    void send(FleetRecord record);

    /** Ends when what has been sent has arrived, or after a while. */
    @Override
    void close();
}
