package dev.kvlease.demo.view;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much room a terminal has.
 *
 * @param columns characters a line
 * @param rows lines
 */
public record TerminalSize(int columns, int rows) {
    /** What is assumed if the terminal does not tell. */
    public static final TerminalSize USUAL = new TerminalSize(80, 24);

    private static final File TERMINAL = new File("/dev/tty");
    private static final Pattern STTY = Pattern.compile("([0-9]{1,5}) ([0-9]{1,5})\\s*");
    private static final long PATIENCE_MS = 500;

    /**
     * Asks the terminal of this process, then the variables COLUMNS and LINES.
     *
     * @param environment the environment variables
     * @return its size, or {@link #USUAL}
     */
    public static TerminalSize current(Map<String, String> environment) {
        return ask().or(() -> fromEnvironment(environment)).orElse(USUAL);
    }

    /**
     * Reads what {@code stty size} prints.
     *
     * @param answer rows and columns
     * @return the size; empty if it is none
     */
    static Optional<TerminalSize> parse(String answer) {
        Matcher matcher = STTY.matcher(answer);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int rows = Integer.parseInt(matcher.group(1));
        int columns = Integer.parseInt(matcher.group(2));
        return rows > 0 && columns > 0 ? Optional.of(new TerminalSize(columns, rows)) : Optional.empty();
    }

    private static Optional<TerminalSize> ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                stty.destroyForcibly();
                return Optional.empty();
            }
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException noTerminal) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Optional<TerminalSize> fromEnvironment(Map<String, String> environment) {
        return parse(environment.getOrDefault("LINES", "") + " " + environment.getOrDefault("COLUMNS", ""));
    }
}
