package dev.kvlease.app.platform;

import java.nio.file.Path;
import java.util.Map;

/**
 * How an embedded cluster is started.
 *
 * @param directory where it keeps its data; an existing cluster there is started again, on the same ports
 * @param nodes how many brokers a new cluster gets, 1 to 5; node 1 is also the controller
 * @param overrides broker settings that replace the defaults of {@link BrokerConfig}
 */
public record BrokerOptions(Path directory, int nodes, Map<String, String> overrides) {
    private static final int MAX_NODES = 5;

    /** Checks the ranges. */
    public BrokerOptions {
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException("nodes must be 1 to " + MAX_NODES + ", not " + nodes);
        }
        directory = directory.toAbsolutePath();
        overrides = Map.copyOf(overrides);
    }

    /**
     * One broker with the default settings.
     *
     * @param directory where it keeps its data
     * @return the options
     */
    public static BrokerOptions in(Path directory) {
        return new BrokerOptions(directory, 1, Map.of());
    }

    /**
     * The same with another number of brokers.
     *
     * @param count 1 to 5
     * @return new options
     */
    public BrokerOptions withNodes(int count) {
        return new BrokerOptions(directory, count, overrides);
    }

    /**
     * The same with other broker settings.
     *
     * @param settings what replaces the defaults
     * @return new options
     */
    public BrokerOptions withOverrides(Map<String, String> settings) {
        return new BrokerOptions(directory, nodes, settings);
    }
}
