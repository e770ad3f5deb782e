package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.app.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Command lines of the verbs that read. A case is a verb and options with their values, a line each; a value cannot name
 * an option or a file, so that no case writes anything.
 */
final class CommandTarget implements Target {
    static final String NAME = "command";

    private static final List<String> VERBS = List.of("replay", "explain", "audit");
    private static final List<String> OPTIONS = List.of(
            "--holder",
            "--request",
            "--read",
            "--reader",
            "--from",
            "--to",
            "--history",
            "--margin",
            "--drift-ppm",
            "--untracked",
            "--missing-deadline",
            "--ttl-scale",
            "--read-time",
            "--list",
            "--fail-on",
            "--log-zone",
            "--log-year",
            "--log-engine",
            "--log-alias",
            "--log-notice-delay",
            "--what-if",
            "--no-such-option");

    private final Path file;

    CommandTarget() {
        try {
            file = Files.createTempFile("kvlease-fuzz", ".ndjson");
            byte[] events = Seeds.eventFile(1, new Seeds.Quiet() {});
            String few = new String(events, StandardCharsets.UTF_8)
                    .lines()
                    .limit(20)
                    .reduce("", (left, right) -> left + right + "\n");
            Files.writeString(file, few);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 1;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        return Seeds.utf8(List.of(
                "replay\n--margin\n2s\n--drift-ppm\n50\n--untracked\nexpired",
                "replay\n--from\n2026-07-25T17:20:00Z\n--to\n1785000000000",
                "replay\n--what-if\n--ttl-scale\n0.5,2\n--read-time\n3s",
                "explain\n--holder\ndecode-0\n--request\nc1-t2\n--reader\nprefill-0",
                "audit\n--list\n5\n--fail-on\ncertain\n--log-zone\nEurope/Berlin",
                "audit\n--log-year\n2026\n--log-engine\n*.log=d0\n--log-alias\na=b\n--log-notice-delay\n2s"));
    }

    @Override
    public List<byte[]> words() {
        List<String> words = new ArrayList<>(OPTIONS);
        words.addAll(VERBS);
        words.addAll(List.of(
                "\n", "2s", "1e9", "PT1S", "1785000000000", "2026-02-30T25:61:00Z", "300d", "-1ms", "9999999999999h"));
        return Seeds.utf8(words);
    }

    @Override
    public long mostAllocated(byte[] input) {
        // each command line is a program of its own
        return 64 * SPARE_BYTES + 4_096L * input.length;
    }

    @Override
    public String take(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).lines().toArray(String[]::new);
        List<String> arguments = new ArrayList<>();
        arguments.add(lines.length > 0 && VERBS.contains(lines[0]) ? lines[0] : "replay");
        arguments.addAll(List.of("--input", file.toString()));
        for (int i = 1; i < lines.length; i++) {
            arguments.add(OPTIONS.contains(lines[i]) ? lines[i] : harmless(lines[i]));
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        Console console = new Console(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                err,
                false,
                System::nanoTime,
                Map.of());
        int code = Main.run(console, arguments.toArray(String[]::new));
        String text = said.toString(StandardCharsets.UTF_8);
        require(code != ExitCode.INTERNAL.code(), "no command line is an internal error: " + text.strip());
        require(Arrays.stream(ExitCode.values()).anyMatch(known -> known.code() == code), "the exit code is known");
        require(!text.contains("\tat "), "no stack trace that nobody asked for");
        return code + " " + Shapes.of(text);
    }

    /** What can be taken for an option of its own, or for a file of arguments, is made something else. */
    private static String harmless(String value) {
        boolean number = value.length() > 1 && value.charAt(0) == '-' && Character.isDigit(value.charAt(1));
        return value.startsWith("@") || (value.startsWith("-") && !number) ? "x" + value : value;
    }

    @Override
    public void close() {
        file.toFile().delete();
    }
}
