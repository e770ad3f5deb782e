package dev.kvlease.logs;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * Turns the stamps of one file, in their order, into moments: fills in the year, which goes on when December is followed
 * by January, and the zone.
 */
final class StampClock {
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long BACKWARDS_NS = 1800 * NS_PER_SECOND;
    private static final int HALF_A_YEAR = 6;

    private final ZoneId zone;
    private final long latestNs;
    private int year;
    private int lastMonth;
    private int newYears;
    private long lastNs = Long.MIN_VALUE;
    private long unreadable;

    /**
     * A clock for a file.
     *
     * @param zone where stamps without a zone were written
     * @param firstYear the year of the first stamp without one
     * @param latestNs if that would lie later than this, in nanoseconds of the epoch, it is of the year before
     */
    StampClock(ZoneId zone, int firstYear, long latestNs) {
        this.zone = zone;
        this.year = firstYear;
        this.latestNs = latestNs;
    }

    /** The moment that the next stamp of the file means. */
    LogTime timeOf(Stamp stamp) {
        LogTime time = resolve(stamp);
        if (time.isKnown()) {
            lastNs = time.fromNs();
        }
        return time;
    }

    /** How often a year has begun between two stamps without a year. */
    int newYears() {
        return newYears;
    }

    /** Stamps that are no date in their year, such as February 29th in most. */
    long unreadable() {
        return unreadable;
    }

    private LogTime resolve(Stamp stamp) {
        if (stamp instanceof Stamp.Epoch epoch) {
            return new LogTime(epoch.epochNs(), epoch.resolutionNs());
        }
        if (stamp instanceof Stamp.Full full) {
            long ns = full.offset().isPresent()
                    ? epochNs(full.local().atZone(full.offset().get()))
                    : inZone(full.local());
            return new LogTime(ns, full.resolutionNs());
        }
        if (stamp instanceof Stamp.Yearless yearless) {
            return resolve(yearless);
        }
        return LogTime.UNKNOWN;
    }

    private LogTime resolve(Stamp.Yearless stamp) {
        boolean first = lastMonth == 0;
        LogTime time = resolve(stamp, yearOf(stamp.month()));
        if (first && time.isKnown() && time.fromNs() > latestNs) {
            year--;
            return resolve(stamp, year);
        }
        return time;
    }

    /** In a log whose months jump to and fro, years may go by until they are none that a log can be of. */
    private LogTime resolve(Stamp.Yearless stamp, int stampYear) {
        if (stampYear < Stamp.FIRST_YEAR || stampYear > Stamp.LAST_YEAR) {
            unreadable++;
            return LogTime.UNKNOWN;
        }
        try {
            LocalDate date = LocalDate.of(stampYear, stamp.month(), stamp.day());
            return new LogTime(inZone(date.atTime(stamp.time())), stamp.resolutionNs());
        } catch (DateTimeException e) {
            unreadable++;
            return LogTime.UNKNOWN;
        }
    }

    /** Lines of several processes are not strictly in order, so one of December may follow one of January. */
    private int yearOf(int month) {
        if (lastMonth - month >= HALF_A_YEAR) {
            year++;
            newYears++;
        } else if (lastMonth != 0 && month - lastMonth >= HALF_A_YEAR) {
            return year - 1;
        }
        lastMonth = month;
        return year;
    }

    /** When clocks are set back an hour comes twice; it is the second one if the first would lie far in the past. */
    private long inZone(LocalDateTime local) {
        ZonedDateTime earlier = local.atZone(zone).withEarlierOffsetAtOverlap();
        long earlierNs = epochNs(earlier);
        boolean wouldGoBack = lastNs != Long.MIN_VALUE && lastNs - earlierNs > BACKWARDS_NS;
        return wouldGoBack ? epochNs(earlier.withLaterOffsetAtOverlap()) : earlierNs;
    }

    private static long epochNs(ZonedDateTime moment) {
        return Math.addExact(Math.multiplyExact(moment.toEpochSecond(), NS_PER_SECOND), moment.getNano());
    }
}
