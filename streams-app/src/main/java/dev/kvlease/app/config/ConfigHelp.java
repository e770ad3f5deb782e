package dev.kvlease.app.config;

import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/** Prints every key: what {@code --help-config} shows. */
public final class ConfigHelp {
    private static final int WIDTH = 100;
    private static final String INDENT = "    ";

    private static final String INTRODUCTION = """
            Configuration of kvlease. Each source overrules those before it:
              defaults, a properties file (--config FILE), the environment (KVLEASE_…), flags (--set KEY=VALUE).
            In a variable's name "_" stands for a dot and "__" for an underscore.
            Any property of Kafka Streams, of Kafka clients (security.protocol, ssl.*, sasl.*; with the prefixes
            producer., consumer., main.consumer., admin. for one kind of client) and of the schema registry's
            clients passes through.

            """;

    private ConfigHelp() {}

    /**
     * The table of all keys.
     *
     * @return text for a terminal
     */
    public static String table() {
        StringBuilder out = new StringBuilder(INTRODUCTION);
        List<ConfigDef.ConfigKey> keys = KvleaseConfig.keys().configKeys().values().stream()
                .sorted(Comparator.comparing((ConfigDef.ConfigKey key) -> key.importance)
                        .thenComparing(key -> key.name))
                .toList();
        keys.forEach(key -> append(out, key));
        return out.toString();
    }

    private static void append(StringBuilder out, ConfigDef.ConfigKey key) {
        out.append(key.name).append('\n');
        out.append(INDENT).append("default  ").append(defaultOf(key)).append('\n');
        out.append(INDENT)
                .append("variable ")
                .append(ConfigSources.variableOf(key.name))
                .append('\n');
        wrap(out, key.documentation);
        out.append('\n');
    }

    private static String defaultOf(ConfigDef.ConfigKey key) {
        Object value = key.defaultValue;
        return value == null || value.toString().isEmpty() ? "-" : value.toString();
    }

    private static void wrap(StringBuilder out, String text) {
        StringBuilder line = new StringBuilder(INDENT);
        for (String word : text.split(" ", -1)) {
            if (line.length() + 1 + word.length() > WIDTH) {
                out.append(line.toString().stripTrailing()).append('\n');
                line.setLength(INDENT.length());
            }
            line.append(word).append(' ');
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
