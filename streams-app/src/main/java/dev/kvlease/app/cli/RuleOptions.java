package dev.kvlease.app.cli;

import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Constants;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What of the rules may vary in a replay. */
final class RuleOptions {
    private static final long NS_PER_MS = 1_000_000;
    private static final long LONGEST_MARGIN_MS = 24L * 3600 * 1000;
    private static final int HIGHEST_DRIFT_PPM = 10_000;

    /** Whether to trust a holder that sends no lease events (V2). */
    enum Untracked {
        LENIENT,
        EXPIRED
    }

    /** What an intent without a deadline gets from such a holder (V12). */
    enum MissingDeadline {
        READABLE,
        EXPIRED
    }

    @Option(
            names = "--margin-ms",
            paramLabel = "MS",
            description = "What if: the safety margin in milliseconds (default: 5000).")
    private long marginMs = Constants.SAFETY_MARGIN_NS / NS_PER_MS;

    @Option(
            names = "--drift-ppm",
            paramLabel = "PPM",
            description = "What if: the bound on clock drift in parts per million (default: ${DEFAULT-VALUE}).")
    private int driftPpm = Constants.DRIFT_PPM;

    @Option(
            names = "--untracked",
            paramLabel = "lenient|expired",
            description = "Holders that send no lease events are trusted, or all answered EXPIRED (default: lenient).")
    private Untracked untracked = Untracked.LENIENT;

    @Option(
            names = "--missing-deadline",
            paramLabel = "readable|expired",
            description = "The answer for a read without a deadline from such a holder (default: readable).")
    private MissingDeadline missingDeadline = MissingDeadline.READABLE;

    /** The rules as asked for. */
    Settings settings() {
        require(marginMs >= 0 && marginMs <= LONGEST_MARGIN_MS, "--margin-ms", marginMs, LONGEST_MARGIN_MS);
        require(driftPpm >= 0 && driftPpm <= HIGHEST_DRIFT_PPM, "--drift-ppm", driftPpm, HIGHEST_DRIFT_PPM);
        return new Settings(
                marginMs * NS_PER_MS,
                driftPpm,
                untracked == Untracked.EXPIRED,
                missingDeadline == MissingDeadline.EXPIRED);
    }

    private static void require(boolean fine, String option, long value, long highest) {
        if (!fine) {
            throw new CommandException(
                    ExitCode.USAGE, String.format(Locale.ROOT, "%s must be 0 to %d, not %d", option, highest, value));
        }
    }
}
