package dev.kvlease.app.query;

import dev.kvlease.app.topology.StoredHolders;
import org.apache.kafka.streams.state.HostInfo;

/** Who can answer for a holder. */
public sealed interface Owner {
    /**
     * This instance can.
     *
     * @param holders the store of the holder's partition
     */
    record Here(StoredHolders holders) implements Owner {}

    /**
     * Another instance can.
     *
     * @param address where it listens
     */
    record There(HostInfo address) implements Owner {}
}
