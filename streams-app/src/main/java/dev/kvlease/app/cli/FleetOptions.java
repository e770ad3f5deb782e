package dev.kvlease.app.cli;

import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.FleetSize;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Which fleet to simulate. */
final class FleetOptions {
    private static final int DEFAULT_ENGINES = 8;
    private static final int CONVERSATIONS_PER_ENGINE = 4;
    private static final Duration LONGEST = Duration.ofDays(30);

    /** The histories to choose from. */
    enum Kind {
        CALM,
        LOSSY,
        RESTARTS,
        INCIDENT
    }

    @Option(
            names = "--scenario",
            paramLabel = "calm|lossy|restarts|incident",
            defaultValue = "incident",
            description = "calm: few leases end early. lossy: records are lost, late, doubled, out of order. restarts:"
                    + " engines crash. incident: short, with a bit of everything (default).")
    private Kind kind;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description = "Simulated time, for example 90s, 10m, 2h (default: ${DEFAULT-VALUE}).")
    private Duration duration;

    @Option(
            names = "--engines",
            paramLabel = "N",
            description = "Holders and readers together, half each (default: " + DEFAULT_ENGINES + ").")
    private Integer engines;

    @Option(names = "--holders", paramLabel = "N", description = "Engines that lease blocks; a quarter are prefill.")
    private Integer holders;

    @Option(names = "--readers", paramLabel = "N", description = "Engines that read blocks.")
    private Integer readers;

    @Option(
            names = "--conversations",
            paramLabel = "N",
            description = "Conversations at any time (default: " + CONVERSATIONS_PER_ENGINE + " an engine).")
    private Integer conversations;

    @Option(
            names = "--policy",
            paramLabel = "gated|original-fix|ungated",
            defaultValue = "gated",
            description =
                    "How readers decide: by the verdicts (default), by the check inside the engine, or not at all.")
    private String policy;

    /** The scenario as asked for. */
    FleetScenario scenario() {
        require(!duration.isZero() && duration.compareTo(LONGEST) <= 0, "--duration must be 1ms to 30d");
        int total = engines == null ? DEFAULT_ENGINES : engines;
        int holding = holders == null ? Math.max(1, total / 2) : holders;
        int reading = readers == null ? Math.max(1, total - Math.max(1, total / 2)) : readers;
        require(total >= 2, "--engines must be at least 2");
        require(holding >= 1 && reading >= 1, "--holders and --readers must be at least 1");
        int talking = conversations == null ? (holding + reading) * CONVERSATIONS_PER_ENGINE : conversations;
        require(talking >= 1, "--conversations must be at least 1");
        return scenario(total, talking).with(size(holding, reading, talking)).with(readerPolicy());
    }

    private FleetScenario scenario(int total, int talking) {
        long durationNs = duration.toNanos();
        return switch (kind) {
            case CALM -> FleetScenario.calm(total, talking, durationNs);
            case LOSSY -> FleetScenario.lossy(total, talking, durationNs);
            case RESTARTS -> FleetScenario.restarts(total, talking, durationNs);
            case INCIDENT -> FleetScenario.incident(total, talking, durationNs);
        };
    }

    private static FleetSize size(int holding, int reading, int talking) {
        FleetSize usual = FleetSize.of(2 * holding, talking);
        return new FleetSize(
                usual.decodeHolders(),
                usual.prefillHolders(),
                reading,
                talking,
                usual.blocksPerHolder(),
                usual.prompts(),
                usual.promptBlocks(),
                usual.maxOwnBlocks(),
                usual.groups());
    }

    private ReaderPolicy readerPolicy() {
        return switch (policy) {
            case "gated" -> ReaderPolicy.GATED;
            case "original-fix" -> ReaderPolicy.ORIGINAL_FIX;
            case "ungated" -> ReaderPolicy.UNGATED;
            default ->
                throw new CommandException(
                        ExitCode.USAGE, "--policy must be gated, original-fix or ungated, not " + policy);
        };
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new CommandException(ExitCode.USAGE, otherwise);
        }
    }
}
