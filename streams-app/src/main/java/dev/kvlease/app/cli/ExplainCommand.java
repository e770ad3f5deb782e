package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.explain.CaseCollector;
import dev.kvlease.app.explain.CaseFile;
import dev.kvlease.app.explain.CaseJson;
import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.explain.CaseText;
import dev.kvlease.app.explain.NothingFound;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code explain}: the timeline of one lease and the arithmetic of its verdicts. */
@Command(
        name = "explain",
        header = "Shows what happened to one lease, and why each read of it was told what it was told.",
        description = {
            "",
            "Replays records, of files or topics, and prints the lease's timeline on both engines' clocks, then for each verdict the rule"
                    + " that decided, in the words of the semantics, and the arithmetic with the numbers put in.",
            "",
            "The exit code is 1 if nothing matches; ids like the one asked for are named then.",
            ""
        },
        footer = {
            "  kvlease explain --input incident.ndjson --holder decode-3 --request req-81f2",
            "  kvlease explain --input incident.ndjson --holder decode-3 --request req-81f2 --read read-7",
            "  kvlease explain --input incident.ndjson --holder decode-3 --request req-81f2 --json | jq .verdicts"
        })
final class ExplainCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private InputOptions input;

    @Option(names = "--holder", paramLabel = "ID", required = true, description = "Engine id of the holder.")
    private String holder;

    @Option(names = "--request", paramLabel = "ID", required = true, description = "The request of the lease.")
    private String request;

    @Option(names = "--read", paramLabel = "ID", description = "Only this read (read_request_id).")
    private String read;

    @Option(names = "--reader", paramLabel = "ID", description = "Only reads of this reader (engine id).")
    private String reader;

    @Option(names = "--json", description = "Print one JSON object in place of text.")
    private boolean json;

    @Mixin
    private RuleOptions rules;

    @Spec
    private CommandSpec spec;

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        CaseQuery query = new CaseQuery(holder, request, Optional.ofNullable(read), Optional.ofNullable(reader));
        CaseCollector collector = new CaseCollector(query, rules.settings(), input::isHistory);
        ExitCode exitCode = input.readInto(collector, console, false).exitCode();
        CaseFile file = collector.caseFile();
        if (file.isEmpty()) {
            throw new CommandException(ExitCode.FOUND_PROBLEMS, NothingFound.words(file));
        }
        print(file);
        return exitCode.code();
    }

    private void print(CaseFile file) throws IOException {
        if (json) {
            try (NdjsonWriter out = new NdjsonWriter(Outputs.open(InputOptions.STANDARD, console))) {
                CaseJson.write(file, out);
            }
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(CaseText.of(file));
        out.flush();
    }
}
