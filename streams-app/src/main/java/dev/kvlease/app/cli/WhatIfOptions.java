package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.whatif.Comparison;
import dev.kvlease.app.whatif.Variant;
import dev.kvlease.app.whatif.WhatIf;
import dev.kvlease.core.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

/** A replay that compares variants of the rules. */
final class WhatIfOptions {
    private static final double LEAST_SCALE = 0.01;
    private static final double MOST_SCALE = 100;

    @Option(
            names = "--what-if",
            description =
                    "Print a table of what each variant would have done with every read, in place of the verdicts:"
                            + " the rules as they are, and one variant for each value of --margin, --drift-ppm, --ttl-scale,"
                            + " --untracked and --missing-deadline, which may be repeated, and for --original-fix.")
    private boolean asked;

    @Option(
            names = "--ttl-scale",
            paramLabel = "FACTOR",
            description = "With --what-if: leases that last so many times as long, for example 0.5.")
    private List<Double> ttlScales = new ArrayList<>();

    @Option(
            names = "--original-fix",
            description =
                    "With --what-if: the check inside the engine: one offset, no bounds, nothing but the deadline.")
    private boolean originalFix;

    @Option(
            names = "--read-time",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationConverter.class,
            description = "With --what-if: how long a read takes that did not take place (default: ${DEFAULT-VALUE}).")
    private Duration readTime;

    @Option(names = "--json", description = "With --what-if: print one JSON object in place of the table.")
    private boolean json;

    /** Whether variants are to be compared. */
    boolean isAsked() {
        require(
                asked || (ttlScales.isEmpty() && !originalFix && !json),
                "--ttl-scale, --original-fix and --json need" + " --what-if");
        return asked;
    }

    /** Reads everything and prints the comparison. */
    ExitCode run(InputOptions input, RuleOptions rules, Console console, PrintWriter out, boolean quiet)
            throws IOException {
        WhatIf whatIf = new WhatIf(variants(rules), readTime.toNanos(), input::isHistory);
        InputResult read = input.readInto(whatIf, console, quiet);
        Comparison comparison = whatIf.finish();
        if (json) {
            try (NdjsonWriter writer = new NdjsonWriter(Outputs.open(InputOptions.STANDARD, console))) {
                comparison.write(writer);
            }
        } else {
            out.print(comparison.table());
            out.flush();
        }
        return read.exitCode();
    }

    private List<Variant> variants(RuleOptions rules) {
        List<Variant> all = new ArrayList<>(rules.variants());
        for (double scale : ttlScales) {
            require(
                    scale >= LEAST_SCALE && scale <= MOST_SCALE,
                    String.format(Locale.ROOT, "--ttl-scale must be %s to %s", LEAST_SCALE, MOST_SCALE));
            all.add(new Variant("--ttl-scale " + scale, Settings.DEFAULT, scale, false));
        }
        if (originalFix) {
            all.add(new Variant("--original-fix", Settings.DEFAULT, 1, true));
        }
        require(!all.isEmpty(), "name what to vary, for example --what-if --margin 2s --original-fix");
        Set<String> names = new HashSet<>();
        for (Variant variant : all) {
            require(names.add(variant.name()), variant.name() + " is given twice");
            boolean same =
                    variant.settings().equals(Settings.DEFAULT) && variant.ttlScale() == 1 && !variant.originalFix();
            require(!same, variant.name() + " is what the rules say anyway, and stands in the first line");
        }
        return all;
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new CommandException(ExitCode.USAGE, otherwise);
        }
    }
}
