package dev.kvlease.app.cli;

import dev.kvlease.app.compare.Comparison;
import dev.kvlease.app.compare.ComparisonResult;
import dev.kvlease.app.compare.FileComparison;
import dev.kvlease.app.compare.FindingJson;
import dev.kvlease.app.compare.FindingText;
import dev.kvlease.app.compare.TopicComparison;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.source.RecordHandler;
import dev.kvlease.core.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What {@code replay --compare} does. */
final class CompareRun {
    private final InputOptions input;
    private final Console console;
    private final boolean quiet;
    private ExitCode read = ExitCode.OK;

    CompareRun(InputOptions input, Console console, boolean quiet) {
        this.input = input;
        this.console = console;
        this.quiet = quiet;
    }

    /** Compares, writes every verdict that is not the same, and says how many are. */
    ExitCode run(Settings settings, String out) throws IOException {
        input.checkWhole("--compare");
        ComparisonResult result;
        String done;
        try (NdjsonWriter writer = new NdjsonWriter(Outputs.open(out, console));
                Comparison comparison = new Comparison()) {
            result = new ComparisonResult(new FindingJson(writer)::write);
            if (!input.verdictFiles().isEmpty()) {
                readFiles(input.verdictFiles(), comparison::learn);
            }
            done = input.isFiles() ? overFiles(comparison, settings, result) : overTopics(comparison, result);
        }
        if (!quiet) {
            console.err().println(done);
            console.err().print(FindingText.of(result));
        }
        result.firstFault().ifPresent(first -> console.err().print("first divergence: " + FindingText.of(first)));
        return result.faults() == 0 ? read : ExitCode.NOT_EXACT;
    }

    private void readFiles(List<String> files, RecordHandler handler) throws IOException {
        ExitCode went = input.files(files, console, quiet).readDecoded(handler).exitCode();
        read = went == ExitCode.OK ? read : went;
    }

    private String overFiles(Comparison comparison, Settings settings, ComparisonResult result) throws IOException {
        boolean apart = !input.verdictFiles().isEmpty();
        try (FileComparison files = new FileComparison(comparison, !apart)) {
            readFiles(input.names(), files::add);
            OrderedFiles.tellLeftOut(files.leftOut(), console);
            OrderedFiles.checkAny(comparison.verdicts(), apart ? input.verdictFiles() : input.names());
            Progress progress = following(comparison, result);
            files.run(settings, finding -> {
                result.accept(finding);
                progress.tick();
            });
            return progress.finish();
        }
    }

    private String overTopics(Comparison comparison, ComparisonResult result) throws IOException {
        Progress[] told = new Progress[1];
        TopicComparison topics = new TopicComparison(input.cluster(console), comparison, () -> told[0].tick());
        if (input.verdictFiles().isEmpty()) {
            told[0] = new Progress(console, quiet, "verdicts read", comparison::verdicts, topics::shareRead);
            Optional<String> leftOut = topics.readVerdicts();
            told[0].finish();
            leftOut.ifPresent(console.err()::println);
        }
        told[0] = following(comparison, result);
        topics.run(result);
        return told[0].finish();
    }

    private Progress following(Comparison comparison, ComparisonResult result) {
        return new Progress(
                console, quiet, "verdicts", result::total, () -> (double) result.total() / comparison.verdicts());
    }
}
