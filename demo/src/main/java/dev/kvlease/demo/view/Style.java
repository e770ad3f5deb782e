package dev.kvlease.demo.view;

import java.util.Locale;
import java.util.Map;

/**
 * What the terminal can show.
 *
 * @param colours whether text may be coloured
 * @param unicode whether there are lines and bars beyond ASCII
 */
public record Style(boolean colours, boolean unicode) {
    /** Plain ASCII without colours. */
    public static final Style PLAIN = new Style(false, false);

    private static final char ESCAPE = '\u001b';
    private static final String RESET = ESCAPE + "[0m";
    private static final String EIGHTHS = "▏▎▍▌▋▊▉█";
    private static final String LEVELS = "▁▂▃▄▅▆▇█";
    private static final int STEPS = 8;

    /** What a text is, which decides its colour. */
    enum Role {
        TITLE("1"),
        HEADING("36"),
        GOOD("32"),
        BAD("31"),
        WARNING("33"),
        FAINT("2");

        private final String code;

        Role(String code) {
            this.code = code;
        }
    }

    /**
     * The style that a user's environment asks for: no colours with {@code NO_COLOR}, ASCII unless the locale is UTF-8.
     *
     * @param environment the environment variables
     * @return the style for a terminal
     */
    public static Style of(Map<String, String> environment) {
        boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty();
        String locale = environment.getOrDefault(
                "LC_ALL", environment.getOrDefault("LC_CTYPE", environment.getOrDefault("LANG", "")));
        String encoding = locale.toLowerCase(Locale.ROOT);
        return new Style(colours, encoding.contains("utf-8") || encoding.contains("utf8"));
    }

    /** The text in the colour of its role; escape sequences take no room on the terminal. */
    String paint(Role role, String text) {
        return colours && !text.isEmpty() ? ESCAPE + "[" + role.code + "m" + text + RESET : text;
    }

    /** At most so many columns of a line that may be painted. */
    String clip(String line, int columns) {
        StringBuilder clipped = new StringBuilder(line.length());
        int shown = 0;
        int at = 0;
        while (at < line.length() && shown < columns) {
            int end = at + 1;
            if (line.charAt(at) == ESCAPE) {
                end = line.indexOf('m', at) + 1;
            } else {
                shown++;
            }
            clipped.append(line, at, end);
            at = end;
        }
        if (at < line.length() && colours) {
            clipped.append(RESET);
        }
        return clipped.toString();
    }

    /** A horizontal line. */
    String rule(int width) {
        return (unicode ? "─" : "-").repeat(Math.max(0, width));
    }

    /** A bar of a share of the width, without trailing space. */
    String bar(double share, int width) {
        double clamped = Math.max(0, Math.min(1, share));
        if (!unicode) {
            return "#".repeat((int) Math.round(clamped * width));
        }
        int eighths = (int) Math.round(clamped * width * STEPS);
        String whole = "█".repeat(eighths / STEPS);
        int rest = eighths % STEPS;
        return rest == 0 ? whole : whole + EIGHTHS.charAt(rest - 1);
    }

    /** A small chart: one character a value, scaled to the highest. */
    String sparkline(Iterable<Long> values) {
        long highest = 1;
        for (long value : values) {
            highest = Math.max(highest, value);
        }
        String levels = unicode ? LEVELS : "_.:-=+*#";
        StringBuilder line = new StringBuilder();
        for (long value : values) {
            line.append(levels.charAt((int) (Math.max(0, value) * (STEPS - 1) / highest)));
        }
        return line.toString();
    }

    String plusMinus() {
        return unicode ? "±" : "+-";
    }

    String ellipsis() {
        return unicode ? "…" : "~";
    }
}
