package dev.kvlease.connect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.util.ConnectorUtils;

/** Follows the event sockets of engines that publish as vLLM does. Engines are spread over the tasks. */
public final class ZmqSourceConnector extends SourceConnector {
    private static final String KEY_CONVERTER = "key.converter";
    private static final String PLAIN = "org.apache.kafka.connect.storage.StringConverter";

    private Map<String, String> given = Map.of();

    /** Made by the worker. */
    public ZmqSourceConnector() {}

    @Override
    public String version() {
        return Plugin.version();
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef(SourceConfig.DEFINITION);
    }

    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        List<ConfigValue> values =
                new ArrayList<>(super.validate(connectorConfigs).configValues());
        String keys = connectorConfigs.get(KEY_CONVERTER);
        if (keys == null || !keys.trim().equals(PLAIN)) {
            ConfigValue value = new ConfigValue(KEY_CONVERTER);
            value.addErrorMessage("Set " + KEY_CONVERTER + "=" + PLAIN + ": keys are plain engine ids, and any"
                    + " other form of them puts records into partitions where kvlease does not look.");
            values.add(value);
        }
        return new Config(values);
    }

    @Override
    public void start(Map<String, String> props) {
        new SourceConfig(props);
        given = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ZmqSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        List<EngineAddress> engines = new SourceConfig(given).engines();
        return ConnectorUtils.groupPartitions(engines, Math.min(maxTasks, engines.size())).stream()
                .map(this::taskConfig)
                .toList();
    }

    private Map<String, String> taskConfig(List<EngineAddress> engines) {
        Map<String, String> config = new HashMap<>(given);
        config.put(
                SourceConfig.ENGINES,
                String.join(",", engines.stream().map(EngineAddress::entry).toList()));
        return config;
    }

    @Override
    public boolean alterOffsets(Map<String, String> connectorConfig, Map<Map<String, ?>, Map<String, ?>> offsets) {
        offsets.forEach(SourceOffsets::check);
        return true;
    }

    @Override
    public void stop() {
        given = Map.of();
    }
}
