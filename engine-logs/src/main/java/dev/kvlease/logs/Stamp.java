package dev.kvlease.logs;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** A time stamp as it stands in a line; which moment it means is {@link StampClock}'s to say. */
sealed interface Stamp {
    /** The earliest year that a log is believed to be of. */
    int FIRST_YEAR = 1971;

    /** The latest, well within 64 bits of nanoseconds. */
    int LAST_YEAR = 2200;

    /** There is none, or one that is no date. */
    Stamp NONE = new None();

    /** No stamp. */
    record None() implements Stamp {}

    /** Date and time, with the zone if it was written. */
    record Full(LocalDateTime local, Optional<ZoneOffset> offset, long resolutionNs) implements Stamp {}

    /** vLLM's own: no year, no zone. February 29th is a date in some years only, so it stays in parts. */
    record Yearless(int month, int day, LocalTime time, long resolutionNs) implements Stamp {}

    /** Nanoseconds of the epoch, from a log in JSON. */
    record Epoch(long epochNs, long resolutionNs) implements Stamp {}

    /** Parts as matched; fraction and zone may be null. */
    static Stamp full(String date, String time, String fraction, String zone) {
        try {
            LocalDateTime local = LocalDate.parse(date).atTime(time(time, fraction));
            if (local.getYear() < FIRST_YEAR || local.getYear() > LAST_YEAR) {
                return NONE;
            }
            return new Full(local, Optional.ofNullable(zone).map(ZoneOffset::of), resolutionNs(fraction));
        } catch (DateTimeException e) {
            return NONE;
        }
    }

    /** Parts as matched; fraction may be null. */
    static Stamp yearless(int month, int day, String time, String fraction) {
        boolean inRange = month >= 1 && month <= 12 && day >= 1 && day <= 31;
        if (!inRange) {
            return NONE;
        }
        try {
            return new Yearless(month, day, time(time, fraction), resolutionNs(fraction));
        } catch (DateTimeException e) {
            return NONE;
        }
    }

    private static LocalTime time(String time, String fraction) {
        return LocalTime.parse(fraction == null ? time : time + "." + fraction);
    }

    private static long resolutionNs(String fraction) {
        long resolutionNs = 1_000_000_000;
        for (int digit = 0; fraction != null && digit < fraction.length(); digit++) {
            resolutionNs /= 10;
        }
        return resolutionNs;
    }
}
