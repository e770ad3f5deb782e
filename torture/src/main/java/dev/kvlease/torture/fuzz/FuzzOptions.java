package dev.kvlease.torture.fuzz;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The command line.
 *
 * @param cases how many cases, over all targets
 * @param seed decides them
 * @param targets names of targets; empty for all
 * @param input one case instead
 * @param help whether only the options are asked for
 */
record FuzzOptions(long cases, long seed, Set<String> targets, Optional<byte[]> input, boolean help) {
    /** What a night takes. */
    static final long CASES = 10_000_000;

    private static final long SEED = 1;

    static FuzzOptions parse(String... args) {
        FuzzOptions options = new FuzzOptions(CASES, SEED, Set.of(), Optional.empty(), false);
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--help")) {
                return new FuzzOptions(CASES, SEED, Set.of(), Optional.empty(), true);
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(
                        args[i] + " is no option, or has no value; --help tells the options");
            }
            options = options.with(args[i], args[++i]);
        }
        return options;
    }

    private FuzzOptions with(String name, String value) {
        return switch (name) {
            case "--cases" -> new FuzzOptions(number(name, value), seed, targets, input, false);
            case "--seed" -> new FuzzOptions(cases, number(name, value), targets, input, false);
            case "--targets" -> new FuzzOptions(cases, seed, known(value), input, false);
            case "--case" -> new FuzzOptions(cases, seed, targets, Optional.of(bytes(value)), false);
            default -> throw new IllegalArgumentException(name + " is no option; --help tells the options");
        };
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " takes a number, not " + value);
        }
    }

    private static byte[] bytes(String value) {
        try {
            return HexFormat.of().parseHex(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--case takes hexadecimal digits, two a byte");
        }
    }

    private static Set<String> known(String value) {
        Set<String> names = new TreeSet<>(List.of(value.split(",", -1)));
        Set<String> all = Targets.all().keySet();
        names.stream().filter(name -> !all.contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("there is no target " + name + "; there are " + String.join(", ", all));
        });
        return names;
    }

    boolean isAsked(String name) {
        return targets.isEmpty() || targets.contains(name);
    }

    static String usage() {
        return String.join(
                System.lineSeparator(),
                "usage: torture/run fuzz [--cases N] [--seed N] [--targets A,B,...] [--case HEX]",
                "  --cases N      how many cases over all targets; " + CASES,
                "  --seed N       decides the cases; " + SEED,
                "  --targets ...  some of " + String.join(", ", Targets.all().keySet()) + "; all",
                "  --case HEX     one case instead, as a failure prints it; with --targets");
    }
}
