package dev.kvlease.logs;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What logs do not say themselves.
 *
 * @param zone where stamps without a zone were written; vLLM writes local time
 * @param firstYear the year of each file's first stamp without a year; empty: taken so that the last stamp is not later
 *     than the file's last change
 * @param engines which engine a file belongs to: patterns of the path relative to the directory ({@code glob} syntax of
 *     {@link java.nio.file.FileSystem#getPathMatcher}), tried in their order; files that match none are named after
 *     themselves
 * @param aliases other names of engines, such as the ids that vLLM writes into lines, with the name to use instead
 * @param foldWithin how far apart in time the same fact of one engine is still one: each rank says it once
 * @param noticeDelay how long at most the notice of a completed read may take to reach the holder's log; empty if nobody
 *     can say: then no read is judged from a log alone
 */
public record LogOptions(
        ZoneId zone,
        OptionalInt firstYear,
        Map<String, String> engines,
        Map<String, String> aliases,
        Duration foldWithin,
        Optional<Duration> noticeDelay) {
    /** The longest delay of notices whose bounds a handshake sample can carry. */
    public static final Duration LONGEST_NOTICE_DELAY = Duration.ofSeconds(7);

    /** UTC, the year from the file, engines named after their files, 5 s for all ranks of an engine. */
    public static final LogOptions DEFAULT = new LogOptions(
            ZoneId.of("UTC"), OptionalInt.empty(), Map.of(), Map.of(), Duration.ofSeconds(5), Optional.empty());

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a duration is negative or too long, or the year is out of range
     */
    public LogOptions {
        if (foldWithin.isNegative() || foldWithin.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("foldWithin must be 0 to 1 h, not " + foldWithin);
        }
        boolean badDelay = noticeDelay.isPresent()
                && (noticeDelay.get().isNegative() || noticeDelay.get().compareTo(LONGEST_NOTICE_DELAY) > 0);
        if (badDelay) {
            throw new IllegalArgumentException(
                    "noticeDelay must be 0 to " + LONGEST_NOTICE_DELAY.toSeconds() + " s, not " + noticeDelay.get());
        }
        boolean badYear = firstYear.isPresent()
                && (firstYear.getAsInt() < Stamp.FIRST_YEAR || firstYear.getAsInt() > Stamp.LAST_YEAR);
        if (badYear) {
            throw new IllegalArgumentException("firstYear must be " + Stamp.FIRST_YEAR + " to " + Stamp.LAST_YEAR
                    + ", not " + firstYear.getAsInt());
        }
    }

    /**
     * The same with another zone.
     *
     * @param newZone where stamps without a zone were written
     * @return the options
     */
    public LogOptions withZone(ZoneId newZone) {
        return new LogOptions(newZone, firstYear, engines, aliases, foldWithin, noticeDelay);
    }

    /**
     * The same with a year.
     *
     * @param year the year of each file's first stamp without a year
     * @return the options
     */
    public LogOptions withFirstYear(int year) {
        return new LogOptions(zone, OptionalInt.of(year), engines, aliases, foldWithin, noticeDelay);
    }

    /**
     * The same with names of engines.
     *
     * @param newEngines patterns of files with the engine they belong to
     * @param newAliases other names of engines with the name to use
     * @return the options
     */
    public LogOptions withEngines(Map<String, String> newEngines, Map<String, String> newAliases) {
        return new LogOptions(zone, firstYear, newEngines, newAliases, foldWithin, noticeDelay);
    }

    /**
     * The same with a bound on the delay of notices.
     *
     * @param delay how long at most a notice takes to reach the holder's log
     * @return the options
     */
    public LogOptions withNoticeDelay(Duration delay) {
        return new LogOptions(zone, firstYear, engines, aliases, foldWithin, Optional.of(delay));
    }

    String nameOf(String engine) {
        return aliases.getOrDefault(engine, engine);
    }
}
