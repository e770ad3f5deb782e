package dev.kvlease.app.cli;

import dev.kvlease.app.config.ConfigHelp;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpChecks;
import dev.kvlease.app.run.StartUpException;
import dev.kvlease.app.topics.Commands;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.streams.StreamsConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code run}: the stream against a Kafka cluster, until it is stopped. */
@Command(
        name = "run",
        header = "Gives verdicts for the read intents of a Kafka cluster, until it is stopped.",
        description = {
            "",
            "Reads lease events, handshake samples, read intents and read outcomes, and writes verdicts, clock offsets,"
                    + " violations and dead letters. The topics must be there: see 'kvlease topics create'. Several"
                    + " processes with the same application.id share the work.",
            "",
            "Stops within a bounded time on SIGTERM or Ctrl-C (exit code 143 or 130). Killing it at any point loses"
                    + " nothing.",
            ""
        },
        footer = {
            "  kvlease run --bootstrap-servers localhost:9092 --schema-registry-url http://localhost:8081",
            "  kvlease run --config kvlease.properties --set processing.guarantee=exactly_once_v2",
            "  kvlease run --help-config"
        })
final class RunCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConfigOptions configuration;

    @Option(names = "--help-config", description = "Print every configuration key with its default and meaning.")
    private boolean helpConfig;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (helpConfig) {
            new PrintStream(console.out(), true, StandardCharsets.UTF_8).print(ConfigHelp.table());
            return ExitCode.OK.code();
        }
        KvleaseConfig config = configuration.load(console.environment());
        try {
            say("checking topics and subjects on " + config.bootstrapServers());
            Commands commands = configuration.commands(config);
            int inputPartitions = StartUpChecks.check(config, commands);
            return run(config, inputPartitions, commands);
        } catch (StartUpException e) {
            e.getMessage().lines().forEach(this::say);
            throw new CommandException(ExitCode.UNAVAILABLE, "not started, for the reasons above", e);
        }
    }

    private int run(KvleaseConfig config, int inputPartitions, Commands commands) throws InterruptedException {
        say(String.format(
                "starting %s: topics %s*, %d partitions, %s, state in %s",
                config.getString(StreamsConfig.APPLICATION_ID_CONFIG),
                config.topicPrefix(),
                inputPartitions,
                config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG),
                config.getString(StreamsConfig.STATE_DIR_CONFIG)));
        LeaseApplication application = LeaseApplication.start(config, inputPartitions, this::say);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(application), "kvlease-stop"));
        Optional<String> failure = application.awaitEnd();
        application.close();
        if (failure.isPresent()) {
            StartUpChecks.rightsAfterFailure(config, commands).forEach(this::say);
            throw new CommandException(ExitCode.UNAVAILABLE, failure.get());
        }
        return ExitCode.OK.code();
    }

    private void stop(LeaseApplication application) {
        say("stopping");
        application.close();
        say("stopped");
    }

    private void say(String line) {
        console.err().println("kvlease run: " + line);
    }
}
