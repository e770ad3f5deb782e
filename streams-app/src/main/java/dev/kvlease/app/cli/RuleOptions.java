package dev.kvlease.app.cli;

import dev.kvlease.app.whatif.Variant;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Constants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What of the rules may vary in a replay. */
final class RuleOptions {
    private static final Duration LONGEST_MARGIN = Duration.ofDays(1);
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
            names = "--margin",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "What if: the safety margin, for example 2s (default: 5s).")
    private List<Duration> margins = new ArrayList<>();

    @Option(
            names = "--drift-ppm",
            paramLabel = "PPM",
            description =
                    "What if: the bound on clock drift in parts per million (default: " + Constants.DRIFT_PPM + ").")
    private List<Integer> driftPpms = new ArrayList<>();

    @Option(
            names = "--untracked",
            paramLabel = "lenient|expired",
            description = "Holders that send no lease events are trusted, or all answered EXPIRED (default: lenient).")
    private List<Untracked> untracked = new ArrayList<>();

    @Option(
            names = "--missing-deadline",
            paramLabel = "readable|expired",
            description = "The answer for a read without a deadline from such a holder (default: readable).")
    private List<MissingDeadline> missingDeadlines = new ArrayList<>();

    /** The rules as asked for, where there is one set of them. */
    Settings settings() {
        variants();
        Settings base = Settings.DEFAULT;
        return new Settings(
                single("--margin", margins).map(RuleOptions::marginNs).orElse(base.marginNs()),
                single("--drift-ppm", driftPpms).orElse(base.driftPpm()),
                single("--untracked", untracked).orElse(Untracked.LENIENT) == Untracked.EXPIRED,
                single("--missing-deadline", missingDeadlines).orElse(MissingDeadline.READABLE)
                        == MissingDeadline.EXPIRED);
    }

    private static <T> Optional<T> single(String option, List<T> values) {
        require(values.size() <= 1, option + " is given more than once, which is for replay --what-if alone");
        return values.stream().findFirst();
    }

    /** One variant for each value given. */
    List<Variant> variants() {
        Settings base = Settings.DEFAULT;
        List<Variant> all = new ArrayList<>();
        for (Duration margin : margins) {
            all.add(Variant.of(
                    "--margin " + text(margin),
                    new Settings(
                            marginNs(margin),
                            base.driftPpm(),
                            base.untrackedExpired(),
                            base.missingDeadlineExpired())));
        }
        for (int ppm : driftPpms) {
            require(ppm >= 0 && ppm <= HIGHEST_DRIFT_PPM, "--drift-ppm must be 0 to " + HIGHEST_DRIFT_PPM);
            all.add(Variant.of(
                    "--drift-ppm " + ppm,
                    new Settings(base.marginNs(), ppm, base.untrackedExpired(), base.missingDeadlineExpired())));
        }
        for (Untracked answer : untracked) {
            all.add(Variant.of(
                    "--untracked " + answer.name().toLowerCase(Locale.ROOT),
                    new Settings(
                            base.marginNs(),
                            base.driftPpm(),
                            answer == Untracked.EXPIRED,
                            base.missingDeadlineExpired())));
        }
        for (MissingDeadline answer : missingDeadlines) {
            all.add(Variant.of(
                    "--missing-deadline " + answer.name().toLowerCase(Locale.ROOT),
                    new Settings(
                            base.marginNs(),
                            base.driftPpm(),
                            base.untrackedExpired(),
                            answer == MissingDeadline.EXPIRED)));
        }
        return all;
    }

    private static String text(Duration margin) {
        return margin.toMillis() % 1_000 == 0 ? margin.toSeconds() + "s" : margin.toMillis() + "ms";
    }

    private static long marginNs(Duration margin) {
        require(margin.compareTo(LONGEST_MARGIN) <= 0, "--margin must be 0s to 1d");
        return margin.toNanos();
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new CommandException(ExitCode.USAGE, otherwise);
        }
    }
}
