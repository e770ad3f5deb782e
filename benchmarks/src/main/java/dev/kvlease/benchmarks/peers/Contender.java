package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.cli.Main;
import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.topics.TopicLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who is compared, and how its process is started. */
enum Contender {
    /** {@code kvlease run}, at least once. */
    APPLICATION("full application, at least once", false, true),
    /** Decodes, encodes and writes every record, without state. */
    PASS_THROUGH("pass-through, at least once", false, false),
    /** The Flink job, at least once. */
    FLINK("Flink, at least once", false, true),
    /** {@code kvlease run} with exactly_once_v2. */
    APPLICATION_ONCE("full application, exactly once", true, true),
    /** The Flink job with transactions. */
    FLINK_ONCE("Flink, exactly once", true, true);

    /** What Flink's own scripts open to it, of the modules that it needs here. */
    private static final List<String> FLINK_OPENS = List.of(
            "java.lang",
            "java.util",
            "java.util.concurrent",
            "java.time",
            "java.nio",
            "java.net",
            "java.text",
            "java.lang.invoke");

    private final String title;
    private final boolean exactlyOnce;
    private final boolean answering;

    Contender(String title, boolean exactlyOnce, boolean answering) {
        this.title = title;
        this.exactlyOnce = exactlyOnce;
        this.answering = answering;
    }

    String title() {
        return title;
    }

    /** Whether it answers intents. */
    boolean answers() {
        return answering;
    }

    /** The arguments of its JVM. */
    List<String> arguments(SharedBroker broker, PeerOptions options, Path directory, String group) {
        List<String> line = new ArrayList<>(
                List.of("-Xmx" + options.heap(), "-Xms64m", "-Xshare:auto", "-XX:+ExitOnOutOfMemoryError"));
        switch (this) {
            case APPLICATION, APPLICATION_ONCE ->
                addApplication(line, streamsSettings(broker, options, directory, group));
            case PASS_THROUGH -> addPassThrough(line, streamsSettings(broker, options, directory, group));
            case FLINK, FLINK_ONCE -> addFlink(line, broker, options, directory, group);
        }
        return line;
    }

    private Map<String, String> streamsSettings(
            SharedBroker broker, PeerOptions options, Path directory, String group) {
        Map<String, String> settings = new LinkedHashMap<>(broker.properties());
        settings.put("application.id", group);
        settings.put("state.dir", directory.toString());
        settings.put("commit.interval.ms", Long.toString(options.commitMs()));
        settings.put("num.stream.threads", Integer.toString(options.threads()));
        settings.put("processing.guarantee", exactlyOnce ? "exactly_once_v2" : "at_least_once");
        settings.put(ConfigKeys.HTTP_PORT, "-1");
        return settings;
    }

    private static void addApplication(List<String> line, Map<String, String> settings) {
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "run"));
        settings.forEach((key, value) -> line.addAll(List.of("--set", key + "=" + value)));
    }

    private static void addPassThrough(List<String> line, Map<String, String> settings) {
        line.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                PassThroughProcess.class.getName(),
                SharedBroker.COPIES));
        settings.forEach((key, value) -> line.add(key + "=" + value));
    }

    private void addFlink(List<String> line, SharedBroker broker, PeerOptions options, Path directory, String group) {
        FLINK_OPENS.forEach(name -> line.addAll(List.of("--add-opens", "java.base/" + name + "=ALL-UNNAMED")));
        line.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                options.flinkClassPath(),
                "dev.kvlease.benchmarks.flink.LeaseJob",
                "bootstrapServers=" + broker.bootstrapServers(),
                "registryUrl=" + broker.registryUrl(),
                "topicPrefix=" + TopicLayout.DEFAULT_PREFIX,
                "group=" + group,
                "exactlyOnce=" + exactlyOnce,
                "checkpointMs=" + options.commitMs(),
                "directory=" + directory,
                "parallelism=" + options.threads(),
                "stateEveryRecord=" + options.stateEveryRecord(),
                "inTimeOrder=" + options.inTimeOrder()));
        line.addAll(1, options.flinkOptions());
    }
}
