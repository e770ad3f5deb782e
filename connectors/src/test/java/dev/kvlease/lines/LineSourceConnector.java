package dev.kvlease.lines;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;

/** The lines of a file, as any source of log lines hands them on; Kafka's own for files is not on Maven Central. */
public final class LineSourceConnector extends SourceConnector {
    static final String FILE = "file";
    static final String TOPIC = "topic";

    private Map<String, String> given = Map.of();

    /** Made by the worker. */
    public LineSourceConnector() {}

    @Override
    public String version() {
        return "1";
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef()
                .define(FILE, ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "The file.")
                .define(TOPIC, ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "The topic.");
    }

    @Override
    public void start(Map<String, String> props) {
        given = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return LineSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return List.of(given);
    }

    @Override
    public void stop() {}
}
