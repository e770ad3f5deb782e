package dev.kvlease.app.cli;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.CheckReport;
import dev.kvlease.app.topics.Creation;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicDetails;
import dev.kvlease.app.topics.TopicLayout;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.TopicConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code topics}: what kvlease needs on a cluster. */
@Command(
        name = "topics",
        header = "Creates, checks and describes the topics and schemas on a cluster.",
        synopsisSubcommandLabel = "ACTION",
        commandListHeading = "%nActions:%n",
        footer = {
            "  kvlease topics create --bootstrap-servers localhost:9092 --schema-registry-url http://localhost:8081",
            "  kvlease topics check --config kvlease.properties"
        },
        subcommands = {TopicsCommand.Create.class, TopicsCommand.Check.class, TopicsCommand.Describe.class})
final class TopicsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new CommandException(ExitCode.USAGE, "name an action: create, check or describe");
    }

    /** What all actions share. */
    private abstract static class Action implements Callable<Integer> {
        private final Console console;

        @Mixin
        private ConfigOptions options;

        @Spec
        private CommandSpec spec;

        Action(Console console) {
            this.console = console;
            ClientLog.quiet();
        }

        KvleaseConfig config() {
            return options.load(console.environment());
        }

        ConfigOptions options() {
            return options;
        }

        PrintWriter out() {
            return spec.commandLine().getOut();
        }

        TopicAdmin connect(KvleaseConfig config, TopicLayout layout) {
            if (console.terminal()) {
                console.err().println("asking " + config.bootstrapServers() + " ...");
            }
            return TopicAdmin.connect(
                    config.clientProperties(), config.serdeProperties(), layout, TopicAdmin.DEFAULT_TIMEOUT);
        }

        TopicLayout standardLayout(KvleaseConfig config) {
            return new TopicLayout(
                    config.topicPrefix(),
                    TopicLayout.DEFAULT_PARTITIONS,
                    TopicLayout.DEFAULT_PARTITIONS,
                    Optional.empty());
        }
    }

    /** Makes what is missing. */
    @Command(
            name = "create",
            header = "Creates the topics that are missing; the others stay as they are.",
            footer = {
                "  kvlease topics create --bootstrap-servers localhost:9092 --partitions 12 --replication-factor 3"
            })
    static final class Create extends Action {
        @Option(
                names = "--partitions",
                paramLabel = "N",
                defaultValue = "" + TopicLayout.DEFAULT_PARTITIONS,
                description = "Partitions of each input (default: ${DEFAULT-VALUE}); fixed once they hold records.")
        private int partitions;

        @Option(
                names = "--output-partitions",
                paramLabel = "N",
                description = "Partitions of each output (default: as many as the inputs).")
        private Integer outputPartitions;

        @Option(
                names = "--replication-factor",
                paramLabel = "N",
                description = "Replicas of each partition (default: the cluster's).")
        private Short replicationFactor;

        Create(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            KvleaseConfig config = config();
            try (TopicAdmin admin = connect(config, layout(config))) {
                List<Creation> steps = admin.create(step -> out().println(step.line()));
                long changes = steps.stream().filter(Creation::changed).count();
                out().println(changes == 0 ? "nothing to do" : "done");
            }
            return ExitCode.OK.code();
        }

        private TopicLayout layout(KvleaseConfig config) {
            int outputs = outputPartitions == null ? partitions : outputPartitions;
            try {
                return new TopicLayout(
                        config.topicPrefix(), partitions, outputs, Optional.ofNullable(replicationFactor));
            } catch (IllegalArgumentException e) {
                throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
            }
        }
    }

    /** Looks whether the application can run. */
    @Command(
            name = "check",
            header = "Checks whether the topics and schemas are as kvlease needs them.",
            description = {"", "Prints each problem with the command that cures it; the exit code is 1 then.", ""},
            footer = {"  kvlease topics check --bootstrap-servers localhost:9092"})
    static final class Check extends Action {
        Check(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            KvleaseConfig config = config();
            try (TopicAdmin admin = connect(config, standardLayout(config))) {
                CheckReport report = admin.check(options().commands(config));
                report.lines().forEach(out()::println);
                if (!report.ok()) {
                    return ExitCode.FOUND_PROBLEMS.code();
                }
                out().println("all topics are as they must be");
                return ExitCode.OK.code();
            }
        }
    }

    /** Shows what is there. */
    @Command(
            name = "describe",
            header = "Shows the topics as they are on the cluster.",
            footer = {"  kvlease topics describe --bootstrap-servers localhost:9092"})
    static final class Describe extends Action {
        private static final String ROW = "%-28s %10s %8s %12s  %-9s %12s  %s%n";

        Describe(Console console) {
            super(console);
        }

        @Override
        public Integer call() {
            KvleaseConfig config = config();
            try (TopicAdmin admin = connect(config, standardLayout(config))) {
                out().printf(ROW, "TOPIC", "PARTITIONS", "REPLICAS", "RECORDS", "CLEAN-UP", "RETENTION", "SCHEMA");
                admin.describe().forEach(this::print);
            }
            return ExitCode.OK.code();
        }

        private void print(TopicDetails topic) {
            String schema = topic.subject().map(Describe::schema).orElse("-");
            if (topic.found().isEmpty()) {
                out().printf(ROW, topic.name(), "missing", "-", "-", "-", "-", schema);
                return;
            }
            TopicDetails.Found found = topic.found().get();
            out().printf(
                            ROW,
                            topic.name(),
                            found.partitions(),
                            found.replicationFactor(),
                            String.format(Locale.ROOT, "%,d", found.records()),
                            found.config(TopicConfig.CLEANUP_POLICY_CONFIG),
                            retention(found),
                            schema);
        }

        private static String schema(TopicDetails.Subject subject) {
            String id = subject.schemaId().map(known -> "id " + known).orElse("not registered");
            return subject.name() + " (" + id
                    + subject.compatibility().map(level -> ", " + level).orElse("") + ")";
        }

        private static String retention(TopicDetails.Found found) {
            if (!TopicConfig.CLEANUP_POLICY_DELETE.equals(found.config(TopicConfig.CLEANUP_POLICY_CONFIG))) {
                return "-";
            }
            String ms = found.config(TopicConfig.RETENTION_MS_CONFIG);
            if (!ms.matches("[0-9]{1,18}")) {
                return "unlimited";
            }
            return String.format(Locale.ROOT, "%.1f days", Long.parseLong(ms) / 86_400_000.0);
        }
    }
}
