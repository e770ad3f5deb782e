package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.replay.ObserverRelay;
import dev.kvlease.app.replay.Observers;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.replay.ReplayOutput;
import dev.kvlease.app.replay.ReplaySummary;
import dev.kvlease.app.replay.Replayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code replay}: verdicts again from event files. */
@Command(
        name = "replay",
        header = "Gives the verdicts for files or topics again, exactly as they were given.",
        description = {
            "",
            "Takes records as they stand in a file, and those of topics as the stream took them, and writes what follows from"
                    + " each as NDJSON, one object a line, its \"kind\" being verdict, clock-offset, violation or"
                    + " dead-letter. The same input always gives the same output. A summary goes to standard error.",
            "",
            "Lines that are no records are reported with their numbers and left out; the exit code is 3 then. Records"
                    + " that break a rule become dead-letter lines.",
            ""
        },
        footer = {
            "  kvlease replay --input incident.ndjson --out verdicts.ndjson",
            "  kvlease replay --input monday.ndjson.gz tuesday.ndjson --out - | jq 'select(.kind == \"violation\")'",
            "  kvlease replay --input incident.ndjson --margin 2s --quiet",
            "  kvlease replay --input incident.ndjson --what-if --margin 2s --margin 10s --original-fix",
            "  kvlease replay --input incident.ndjson --hindsight --out hindsight.ndjson",
            "  kvlease replay --compare --input incident.ndjson.zst --out differences.ndjson",
            "  kvlease replay --compare --bootstrap-server localhost:9092 --schema-registry-url http://localhost:8081"
        })
final class ReplayCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private InputOptions input;

    @Mixin
    private RuleOptions rules;

    @Mixin
    private WhatIfOptions whatIf;

    @Option(
            names = "--compare",
            description =
                    "Hold every recorded verdict against the one that follows from the records, to the nanosecond: those in"
                            + " the topics, in the files, or of --verdicts. The stream is followed record by record as it ran, over restarts and crashes. Writes"
                            + " what is not the same; the exit code is 5 if the stream cannot have written it.")
    private boolean compare;

    @Option(
            names = "--hindsight",
            description = "Say which answers would have been others if everything that had happened by then had been"
                    + " known, and what came how much too late.")
    private boolean hindsight;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            defaultValue = InputOptions.STANDARD,
            description = "Where the output goes; - is standard output, the default.")
    private String out;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress and no summary.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    ReplayCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (!out.equals(InputOptions.STANDARD) && input.contains(Path.of(out))) {
            throw new CommandException(ExitCode.USAGE, "--out " + out + " is one of the input files");
        }
        if (whatIf.isAsked()) {
            return whatIf.run(input, rules, console, spec.commandLine().getOut(), quiet)
                    .code();
        }
        if (compare && hindsight) {
            throw new CommandException(
                    ExitCode.USAGE, "--compare and --hindsight answer different questions: name one");
        }
        if (hindsight) {
            return new HindsightRun(console, quiet)
                    .run(input, rules.settings(), out)
                    .code();
        }
        if (compare) {
            return new CompareRun(input, console, quiet)
                    .run(rules.settings(), out)
                    .code();
        }
        ReplaySummary summary = new ReplaySummary();
        InputResult read;
        try (NdjsonWriter writer = new NdjsonWriter(Outputs.open(out, console));
                ObserverRelay output = new ObserverRelay(new ReplayOutput(writer))) {
            ReplayObserver told = input.sliced(new Observers(summary, output));
            read = input.readInto(new Replayer(rules.settings(), told), console, quiet);
        }
        if (!quiet) {
            console.err().println(read.summary());
            console.err().print(summary.table());
        }
        return read.exitCode().code();
    }
}
