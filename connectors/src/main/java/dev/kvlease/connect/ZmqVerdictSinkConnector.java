package dev.kvlease.connect;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Publishes verdicts to readers that have no Kafka client. One task, since a socket can be bound once. */
public final class ZmqVerdictSinkConnector extends SinkConnector {
    private Map<String, String> given = Map.of();

    /** Made by the worker. */
    public ZmqVerdictSinkConnector() {}

    @Override
    public String version() {
        return Plugin.version();
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef(SinkConfig.DEFINITION);
    }

    @Override
    public void start(Map<String, String> props) {
        new SinkConfig(props);
        given = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ZmqVerdictSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return List.of(given);
    }

    @Override
    public void stop() {
        given = Map.of();
    }
}
