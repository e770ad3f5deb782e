package dev.kvlease.connect;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where an engine's event sockets are.
 *
 * @param id the engine's id, as it stands in records
 * @param events address of its PUB socket
 * @param replay address of its replay socket; empty if it has none
 */
record EngineAddress(String id, String events, Optional<String> replay) {
    private static final String SHAPE = "expected ENGINE=ADDRESS or ENGINE=ADDRESS;REPLAY_ADDRESS, for example"
            + " decode-0=tcp://10.0.0.7:5557;tcp://10.0.0.7:5657";

    private static final String SCHEME = "://";

    /** Reads the entries of a list, each engine once. */
    static List<EngineAddress> all(String key, List<String> entries) {
        if (entries.isEmpty()) {
            throw new ConfigException(key, entries, "no engine given; " + SHAPE);
        }
        List<EngineAddress> engines = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (String entry : entries) {
            EngineAddress engine = of(key, entry.trim());
            if (!ids.add(engine.id())) {
                throw new ConfigException(key, entry, "engine " + engine.id() + " is given twice");
            }
            engines.add(engine);
        }
        return engines;
    }

    private static EngineAddress of(String key, String entry) {
        int scheme = entry.indexOf(SCHEME);
        int equals = scheme < 0 ? -1 : entry.lastIndexOf('=', scheme);
        if (equals < 1) {
            throw new ConfigException(key, entry, SHAPE);
        }
        String[] addresses = entry.substring(equals + 1).split(";", -1);
        if (addresses.length > 2) {
            throw new ConfigException(key, entry, SHAPE);
        }
        for (String address : addresses) {
            require(key, entry, address);
        }
        return new EngineAddress(
                entry.substring(0, equals),
                addresses[0],
                addresses.length == 2 ? Optional.of(addresses[1]) : Optional.empty());
    }

    private static void require(String key, String entry, String address) {
        if (!address.matches("(tcp://.+:\\d{1,5}|ipc://.+|inproc://.+)")) {
            throw new ConfigException(
                    key, entry, "\"" + address + "\" is no address to connect to, such as tcp://10.0.0.7:5557");
        }
        if (address.contains("*")) {
            throw new ConfigException(key, entry, "* is where the engine binds; name the host to connect to");
        }
    }

    /** The entry that {@link #all} reads. */
    String entry() {
        return id + "=" + events + replay.map(address -> ";" + address).orElse("");
    }
}
