package dev.kvlease.demo.view;

import java.util.Locale;

/** Numbers and texts in columns. */
final class Texts {
    private static final long NS_PER_US = 1_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_MINUTE = 60;

    private Texts() {}

    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Minutes and seconds, such as 00:07. */
    static String clock(long elapsedNs) {
        long seconds = elapsedNs / NS_PER_SECOND;
        return format("%02d:%02d", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
    }

    /** A short time with its unit, such as 412 µs, 4.1 ms or 1.2 s. */
    static String span(long spanNs, Style style) {
        if (spanNs < NS_PER_MS) {
            return format(style.unicode() ? "%d µs" : "%d us", Math.max(1, spanNs / NS_PER_US));
        }
        if (spanNs < 10 * NS_PER_MS) {
            return format("%.1f ms", (double) spanNs / NS_PER_MS);
        }
        if (spanNs < NS_PER_SECOND) {
            return format("%d ms", spanNs / NS_PER_MS);
        }
        return format("%.1f s", (double) spanNs / NS_PER_SECOND);
    }

    /** The text in exactly so many columns, cut off visibly if it is longer. */
    static String fit(String text, int width, Style style) {
        if (width <= 0) {
            return "";
        }
        if (text.length() > width) {
            return text.substring(0, width - 1) + style.ellipsis();
        }
        return text + " ".repeat(width - text.length());
    }

    /** The text in at most so many columns. */
    static String cut(String text, int width, Style style) {
        return text.length() > width ? fit(text, width, style) : text;
    }
}
