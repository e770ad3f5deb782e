package dev.kvlease.connect;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** What the sink is told. */
final class SinkConfig extends AbstractConfig {
    static final String BIND = "zmq.bind";
    static final String REPLAY_BIND = "zmq.replay.bind";
    static final String KEPT = "replay.max.batches";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    BIND,
                    ConfigDef.Type.STRING,
                    "tcp://*:5567",
                    SinkConfig::requireAddress,
                    Importance.HIGH,
                    "Where readers subscribe to their verdicts. The address of a host that only readers reach, or *.")
            .define(
                    REPLAY_BIND,
                    ConfigDef.Type.STRING,
                    "tcp://*:5568",
                    SinkConfig::requireAddress,
                    Importance.HIGH,
                    "Where readers ask for batches that they have missed.")
            .define(
                    KEPT,
                    ConfigDef.Type.INT,
                    10_000,
                    Range.atLeast(1),
                    Importance.MEDIUM,
                    "How many batches of all readers together are kept to be sent again.");

    SinkConfig(Map<String, String> given) {
        super(DEFINITION, given, false);
    }

    private static void requireAddress(String key, Object address) {
        if (!String.valueOf(address).matches("(tcp://.+:(\\d{1,5}|\\*)|ipc://.+|inproc://.+)")) {
            throw new ConfigException(key, address, "expected an address to bind, such as tcp://*:5567");
        }
    }
}
