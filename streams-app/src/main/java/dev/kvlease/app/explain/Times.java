package dev.kvlease.app.explain;

import dev.kvlease.core.common.Absent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times for people. */
public final class Times {
    private static final DateTimeFormatter RECORD_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int NANO_DIGITS = 9;
    private static final long LAST_SHOWN_MS =
            Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

    private Times() {}

    /** Seconds with all nine digits, for arithmetic. */
    static String exact(long ns) {
        return Absent.is(ns) ? "-" : BigDecimal.valueOf(ns, NANO_DIGITS).toPlainString();
    }

    /** Seconds with six digits, for reading. */
    static String clock(long ns) {
        return Absent.is(ns) ? "" : String.format(Locale.ROOT, "%.6f", ns / 1e9);
    }

    /**
     * A length of time in the unit that suits it.
     *
     * @param ns nanoseconds; the sign is left out
     * @return for example {@code 3.2 ms}
     */
    public static String span(long ns) {
        long magnitude = Math.abs(ns);
        if (magnitude < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f us", magnitude / 1e3);
        }
        if (magnitude < 1_000_000_000) {
            return String.format(Locale.ROOT, "%.3f ms", magnitude / 1e6);
        }
        return String.format(Locale.ROOT, "%.3f s", magnitude / 1e9);
    }

    /**
     * Record time, UTC.
     *
     * @param ms milliseconds of the epoch
     * @return date and time
     */
    public static String record(long ms) {
        return ms > LAST_SHOWN_MS ? ms + " ms" : RECORD_TIME.format(Instant.ofEpochMilli(ms));
    }
}
