package dev.kvlease.app.cli;

import dev.kvlease.app.audit.Audit;
import dev.kvlease.app.audit.AuditJson;
import dev.kvlease.app.audit.AuditSource;
import dev.kvlease.app.audit.AuditText;
import dev.kvlease.app.audit.Auditor;
import dev.kvlease.app.audit.Limits;
import dev.kvlease.app.audit.Summary;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.report.HtmlReport;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code audit}: which reads may have returned foreign bytes. */
@Command(
        name = "audit",
        header = "Tells which reads may have returned somebody else's bytes, since when, and why.",
        description = {
            "",
            "Replays the records and collects every violation: a read that ended after its lease had, on what is known of"
                    + " the two clocks. CERTAIN: no clocks within the bounds make it lawful. POSSIBLE: the bounds leave"
                    + " room for both. Each comes with its cause, the requests on both sides and what the reader had been"
                    + " told. What nothing can be said about is counted, with the reason.",
            "",
            "The exit code is 0 whatever is found, unless --fail-on asks for 1.",
            ""
        },
        footer = {
            "  kvlease audit --input incident.ndjson",
            "  kvlease audit --input monday.ndjson.gz tuesday.ndjson.gz --json | jq .summary",
            "  kvlease audit --input incident.ndjson --html report.html",
            "  kvlease audit --input incident.ndjson --fail-on certain --list 0"
        })
final class AuditCommand implements Callable<Integer> {
    /** What makes the exit code 1. */
    enum FailOn {
        CERTAIN,
        POSSIBLE
    }

    private final Console console;

    @Mixin
    private InputOptions input;

    @Option(names = "--json", description = "Print one JSON object in place of text.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write the audit as one self-contained page for a browser.")
    private Path html;

    @Option(
            names = "--list",
            paramLabel = "N",
            defaultValue = "20",
            description = "List at most N violations, and N lines a group, as text (default: ${DEFAULT-VALUE}).")
    private int list;

    @Option(
            names = "--fail-on",
            paramLabel = "certain|possible",
            description = "End with exit code 1 if a violation of this certainty, or a surer one, was found.")
    private FailOn failOn;

    @Mixin
    private RuleOptions rules;

    @Spec
    private CommandSpec spec;

    AuditCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (list < 0) {
            throw new CommandException(ExitCode.USAGE, "--list must be 0 or more");
        }
        checkPage();
        Auditor auditor = new Auditor(rules.settings(), Limits.DEFAULT, input::isHistory);
        ExitCode read = input.readInto(auditor, console, false).exitCode();
        Audit audit = auditor.finish();
        AuditSource source = new AuditSource(Version.number(), input.names(), read == ExitCode.OK);
        print(audit, source);
        if (html != null) {
            writePage(audit, source);
        }
        return exitCode(audit, read).code();
    }

    /** Fails before hours of reading rather than after. */
    private void checkPage() throws IOException {
        if (html != null && Files.isDirectory(html)) {
            throw new CommandException(ExitCode.UNAVAILABLE, html + ": is a directory, a file is needed");
        }
        if (html != null && input.contains(html)) {
            throw new CommandException(ExitCode.USAGE, "--html " + html + " would overwrite an input");
        }
    }

    private void print(Audit audit, AuditSource source) throws IOException {
        if (json) {
            try (NdjsonWriter out = new NdjsonWriter(Outputs.open(InputOptions.STANDARD, console))) {
                AuditJson.write(audit, source, out);
            }
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(AuditText.of(audit, source, list));
        out.flush();
    }

    private void writePage(Audit audit, AuditSource source) throws IOException {
        try (OutputStream out = Outputs.open(html.toString(), console)) {
            HtmlReport.write(json -> AuditJson.write(audit, source, json), out);
        }
        console.err().println("kvlease: wrote " + html + "; open it in a browser");
    }

    private ExitCode exitCode(Audit audit, ExitCode read) {
        Summary summary = Summary.of(audit);
        boolean fail =
                failOn != null && (summary.certain() > 0 || (failOn == FailOn.POSSIBLE && summary.possible() > 0));
        return fail ? ExitCode.FOUND_PROBLEMS : read;
    }
}
