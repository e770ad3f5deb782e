package dev.kvlease.logs;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The files of a directory of logs: which there are, whose they are, and their lines. */
final class LogFiles {
    private static final Pattern ENDINGS =
            Pattern.compile("(?:\\.(?:log|txt|json|jsonl|ndjson|out|err|gz|\\d{1,8}))+$");
    private static final Pattern NUMBER = Pattern.compile("\\d*");

    private LogFiles() {}

    /** Every regular file below a directory, or the one file, in the order of their names. */
    static List<Path> below(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The engine that a file belongs to: by the patterns, else its name without endings and rotation numbers. */
    static String engineOf(Path root, Path file, Map<String, String> patterns) {
        Path relative = root.equals(file) ? file.getFileName() : root.relativize(file);
        for (Map.Entry<String, String> pattern : patterns.entrySet()) {
            boolean matches = FileSystems.getDefault()
                    .getPathMatcher("glob:" + pattern.getKey())
                    .matches(relative);
            if (matches) {
                return pattern.getValue();
            }
        }
        return stem(relative);
    }

    /** Container runtimes name files after a number, and the directories above after container and pod. */
    private static String stem(Path path) {
        String stem = ENDINGS.matcher(path.getFileName().toString()).replaceFirst("");
        boolean named = !NUMBER.matcher(stem).matches() || path.getParent() == null;
        if (named) {
            return stem.isEmpty() ? path.getFileName().toString() : stem;
        }
        return path.getParent().getFileName().toString();
    }

    /** Hands over the lines of a file, also of a gzipped one; what is no UTF-8 is replaced. */
    static void eachLine(Path file, Consumer<String> out) throws IOException {
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                Reader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                if (c == '\n') {
                    out.accept(ended(line));
                } else if (line.length() < LogLineReader.LONGEST_LINE) {
                    line.append((char) c);
                }
            }
            if (line.length() > 0) {
                out.accept(ended(line));
            }
        }
    }

    private static String ended(StringBuilder line) {
        boolean carriageReturn = line.length() > 0 && line.charAt(line.length() - 1) == '\r';
        String text = line.substring(0, carriageReturn ? line.length() - 1 : line.length());
        line.setLength(0);
        return text;
    }
}
