package dev.kvlease.app.cli;

import dev.kvlease.app.compare.ComparisonResult;
import dev.kvlease.app.compare.FindingJson;
import dev.kvlease.app.compare.FindingText;
import dev.kvlease.app.compare.TopicComparison;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.eventfile.NdjsonWriter;
import java.io.IOException;

/** What {@code replay --compare} does. */
final class CompareRun {
    private final Console console;
    private final boolean quiet;

    CompareRun(Console console, boolean quiet) {
        this.console = console;
        this.quiet = quiet;
    }

    /** Compares, writes every verdict that is not the same, and says how many are. */
    ExitCode run(KvleaseConfig config, String out) throws IOException {
        ComparisonResult result;
        String done;
        try (NdjsonWriter writer = new NdjsonWriter(Outputs.open(out, console))) {
            FindingJson json = new FindingJson(writer);
            result = new ComparisonResult(json::write);
            Progress[] told = new Progress[1];
            TopicComparison comparison = new TopicComparison(config, () -> told[0].tick());
            Progress progress =
                    new Progress(console, quiet, "verdicts", comparison::verdicts, () -> comparison.share(result));
            told[0] = progress;
            comparison.run(result);
            done = progress.finish();
        }
        if (!quiet) {
            console.err().println(done);
            console.err().print(FindingText.of(result));
        }
        result.firstFault().ifPresent(first -> console.err().print("first divergence: " + FindingText.of(first)));
        return result.faults() == 0 ? ExitCode.OK : ExitCode.NOT_EXACT;
    }
}
