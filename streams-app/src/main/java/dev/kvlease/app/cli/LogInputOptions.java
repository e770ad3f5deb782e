package dev.kvlease.app.cli;

import dev.kvlease.logs.LogOptions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** What engines' logs do not say themselves. */
final class LogInputOptions {
    @Option(
            names = "--log-zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "With logs: the time zone of stamps without one, such as Europe/Berlin (default:"
                    + " ${DEFAULT-VALUE}).")
    private String zone = "UTC";

    @Option(
            names = "--log-year",
            paramLabel = "YEAR",
            description = "With logs: the year in which each begins; without, a file's last change tells.")
    private Integer year;

    @Option(
            names = "--log-engine",
            paramLabel = "PATTERN=ENGINE",
            description =
                    "With logs: the engine whose logs match a pattern such as 'node-3/**', in place of their names;"
                            + " may be repeated.")
    private Map<String, String> engines = new LinkedHashMap<>();

    @Option(
            names = "--log-alias",
            paramLabel = "ID=ENGINE",
            description = "With logs: the engine that lines call by another id; may be repeated.")
    private Map<String, String> aliases = new LinkedHashMap<>();

    @Option(
            names = "--log-notice-delay",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "With logs: how long at most the notice of a completed read takes to reach the holder's log, up"
                            + " to 7s. Without it no read is judged from a log alone.")
    private Duration noticeDelay;

    /** The options as the logs' reader takes them. */
    LogOptions options() {
        try {
            return new LogOptions(
                    ZoneId.of(zone),
                    year == null ? OptionalInt.empty() : OptionalInt.of(year),
                    engines,
                    aliases,
                    LogOptions.DEFAULT.foldWithin(),
                    Optional.ofNullable(noticeDelay));
        } catch (DateTimeException e) {
            throw new CommandException(
                    ExitCode.USAGE, "--log-zone " + zone + " is no time zone; write UTC, Europe/Berlin or +02:00", e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "options of logs: " + e.getMessage(), e);
        }
    }
}
