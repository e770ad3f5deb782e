package dev.kvlease.app.cli;

import dev.kvlease.app.source.Bound;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Reads the ends of a stretch of records as people write them. */
final class BoundReader {
    private static final Pattern OFFSET = Pattern.compile(Bound.OFFSET_PREFIX + "[0-9]{1,18}");

    private final DurationConverter durations = new DurationConverter();
    private final Instant now;

    /**
     * A reader.
     *
     * @param now what durations count back from
     */
    BoundReader(Instant now) {
        this.now = now;
    }

    /** A time (UTC unless it names a zone), a duration back from now, or an offset. */
    Bound read(String option, String text) {
        if (OFFSET.matcher(text).matches()) {
            return new Bound.Offset(Long.parseLong(text.substring(Bound.OFFSET_PREFIX.length())));
        }
        try {
            return new Bound.Time(time(text).toEpochMilli());
        } catch (DateTimeParseException e) {
            return new Bound.Time(back(option, text).toEpochMilli());
        }
    }

    private Instant back(String option, String text) {
        try {
            return now.minus(durations.convert(text));
        } catch (TypeConversionException e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    option + ": '" + text + "' is no time; write 2026-11-30T07:00:00Z, a duration back from now (2h),"
                            + " or offset:1042",
                    e);
        }
    }

    private static Instant time(String text) {
        if (text.indexOf('T') < 0) {
            return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        TemporalAccessor time =
                DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
        return time instanceof OffsetDateTime zoned
                ? zoned.toInstant()
                : LocalDateTime.from(time).toInstant(ZoneOffset.UTC);
    }
}
