package dev.kvlease.app.cli;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.export.TopicImporter;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.topics.Problem;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.logs.LogOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.acl.AclOperation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code import}: what was exported, back into topics. */
@Command(
        name = "import",
        header = "Puts exported records back into topics.",
        description = {
            "",
            "The topics must exist: see 'kvlease topics create'. Records keep their keys, headers and order; each goes to"
                    + " the partition of its key. Input topics carry the broker's time (LogAppendTime), so there a record's"
                    + " time becomes that of its import.",
            ""
        },
        footer = {
            "  kvlease import --input incident.ndjson.zst --bootstrap-server localhost:9092"
                    + " --schema-registry-url http://localhost:8081",
            "  kvlease import --input incident/ --config test.properties --inputs-only"
        })
final class ImportCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = {"-i", "--input"},
            arity = "1..*",
            paramLabel = "FILE",
            required = true,
            description = "Event files, Avro files or directories of them; - is standard input.")
    private List<String> inputs;

    @Mixin
    private ConfigOptions cluster;

    @Option(
            names = "--inputs-only",
            description =
                    "Leave out verdicts, clock offsets, violations and dead letters, for a stream that is to write"
                            + " them again.")
    private boolean inputsOnly;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress and no summary.")
    private boolean quiet;

    ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ClientLog.quiet();
        FileInput.check(inputs);
        FileInput files = new FileInput(inputs, LogOptions.DEFAULT, console, quiet);
        KvleaseConfig config = cluster.load(console.environment());
        List<Topic> topics =
                Arrays.stream(Topic.values()).filter(this::isWanted).toList();
        InputResult read;
        try (TopicImporter importer = new TopicImporter(config, partitions(config, topics))) {
            read = files.readStored(
                    record -> {
                        if (isWanted(record.topic())) {
                            importer.send(record);
                        }
                    },
                    Slice.ALL);
            importer.finish();
        }
        if (!quiet) {
            console.err().println(read.summary());
            console.err()
                    .println("imported; input topics carry the broker's time, the one of this import, unless they"
                            + " are set otherwise");
        }
        return read.exitCode().code();
    }

    private boolean isWanted(Topic topic) {
        return !inputsOnly || topic.role() == Topic.Role.INPUT;
    }

    private Map<Topic, Integer> partitions(KvleaseConfig config, List<Topic> topics) {
        TopicLayout layout = new TopicLayout(
                config.topicPrefix(), TopicLayout.DEFAULT_PARTITIONS, TopicLayout.DEFAULT_PARTITIONS, Optional.empty());
        try (TopicAdmin admin = TopicAdmin.connect(config.clientProperties(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            Map<Topic, Integer> found = admin.partitions(topics, AclOperation.WRITE);
            List<String> missing = topics.stream()
                    .filter(topic -> !found.containsKey(topic))
                    .map(topic -> new Problem.MissingTopic(topic.name(config.topicPrefix())))
                    .map(problem -> problem.line(cluster.commands(config)))
                    .toList();
            if (!missing.isEmpty()) {
                missing.forEach(console.err()::println);
                throw new CommandException(ExitCode.UNAVAILABLE, "nothing imported, for the reasons above");
            }
            return found;
        }
    }
}
