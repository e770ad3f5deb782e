package dev.kvlease.torture.fuzz;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Gives every decoder bad input: good input changed at random, and more of what had news. {@code torture/run fuzz} starts
 * it. The exit code is 0 if nothing was found, 1 if something was, 2 if the command is wrong.
 */
public final class Fuzz {
    private static final double NS_PER_SECOND = 1e9;
    private static final long SAY_EVERY_NS = 5_000_000_000L;

    private final PrintStream out;
    private long saidNs = System.nanoTime();

    private Fuzz(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs it.
     *
     * @param args the command line
     * @throws InterruptedException if it is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        System.exit(run(System.out, System.err, args));
    }

    static int run(PrintStream out, PrintStream err, String... args) throws InterruptedException {
        FuzzOptions options;
        try {
            options = FuzzOptions.parse(args);
        } catch (IllegalArgumentException e) {
            err.println("torture/run fuzz: " + e.getMessage());
            return 2;
        }
        if (options.help()) {
            out.println(FuzzOptions.usage());
            return 0;
        }
        return new Fuzz(out).run(options);
    }

    private int run(FuzzOptions options) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        try {
            Targets.all().forEach((name, target) -> {
                if (options.isAsked(name)) {
                    targets.add(target.get());
                }
            });
            long shares = targets.stream().mapToLong(Target::share).sum();
            out.printf(
                    Locale.ROOT,
                    "seed %d%n%-10s %14s %10s %10s %9s%n",
                    options.seed(),
                    "target",
                    "cases",
                    "/s of CPU",
                    "outcomes",
                    "found");
            for (Target target : targets) {
                long cases = Math.max(1, options.cases() * target.share() / shares);
                Fuzzing fuzzing = new Fuzzing(options.seed(), this::progress);
                Fuzzing.Result result = options.input().isPresent()
                        ? fuzzing.runCase(target, options.input().get())
                        : fuzzing.run(target, cases);
                findings.addAll(result.findings());
                print(result);
            }
        } finally {
            targets.forEach(Target::close);
        }
        findings.forEach(finding -> out.println("\n" + finding));
        out.println(findings.isEmpty() ? "nothing found" : findings.size() + " faults found");
        return findings.isEmpty() ? 0 : 1;
    }

    private void progress(Campaign campaign) {
        long nowNs = System.nanoTime();
        if (nowNs - saidNs > SAY_EVERY_NS) {
            saidNs = nowNs;
            out.printf(
                    Locale.ROOT,
                    "  %s: %,d cases, %,d outcomes%n",
                    campaign.target().name(),
                    campaign.cases(),
                    campaign.outcomes());
        }
    }

    private void print(Fuzzing.Result result) {
        Campaign campaign = result.campaign();
        out.printf(
                Locale.ROOT,
                "%-10s %,14d %,10.0f %,10d %,9d%n",
                campaign.target().name(),
                campaign.cases(),
                campaign.cases() * NS_PER_SECOND / Math.max(1, result.cpuNs()),
                campaign.outcomes(),
                result.findings().size());
    }
}
