package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.hindsight.Hindsight;
import dev.kvlease.app.hindsight.HindsightCounts;
import dev.kvlease.app.hindsight.HindsightJson;
import dev.kvlease.app.hindsight.HindsightReplay;
import dev.kvlease.app.hindsight.HindsightText;
import dev.kvlease.core.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What {@code replay --hindsight} does. */
final class HindsightRun {
    private static final int SHOWN = 5;

    private final Console console;
    private final boolean quiet;

    HindsightRun(Console console, boolean quiet) {
        this.console = console;
        this.quiet = quiet;
    }

    /** Writes every answer that would have been another, and says how many there are and what the first of them lacked. */
    ExitCode run(InputOptions input, Settings settings, String out) throws IOException {
        List<Hindsight> first = new ArrayList<>();
        HindsightCounts counts;
        InputResult read;
        try (NdjsonWriter writer = new NdjsonWriter(Outputs.open(out, console))) {
            HindsightJson json = new HindsightJson(writer);
            HindsightReplay replay = new HindsightReplay(settings, at -> !input.isHistory(at), each -> {
                json.write(each);
                if (first.size() < SHOWN) {
                    first.add(each);
                }
            });
            read = input.readInto(replay, console, quiet);
            counts = replay.finish();
        }
        if (!quiet) {
            console.err().println(read.summary());
            console.err().print(counts.table());
            first.forEach(each -> console.err().print(HindsightText.of(each)));
        }
        return read.exitCode();
    }
}
