package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of docs/forensics.md on an incident of the repository prints what the page says; a line with nothing
 * but … stands for any lines.
 */
class ForensicsPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String COMMAND = "    ./kvlease ";
    private static final String INDENT = "    ";
    private static final String INCIDENTS = "docs/incidents/";
    private static final String ANY_LINES = "…";

    @TempDir
    Path directory;

    /** A command of the page and the lines below it that are indented as it is. */
    record Example(String command, List<String> output) {
        @Override
        public String toString() {
            return command;
        }
    }

    static Stream<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        List<String> output = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/forensics.md"))) {
            if (line.startsWith(COMMAND)) {
                output = new ArrayList<>();
                examples.add(new Example(line.substring(COMMAND.length()), output));
            } else if (line.startsWith(INDENT) || line.isEmpty()) {
                output.add(line.isEmpty() ? line : line.substring(INDENT.length()));
            } else {
                output = new ArrayList<>();
            }
        }
        return examples.stream().filter(example -> example.command().contains(INCIDENTS));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theCommandPrintsWhatThePageSays(Example example) {
        TestConsole console = new TestConsole();
        String[] arguments = Stream.of(example.command().split(" ", -1))
                .map(word -> word.startsWith(INCIDENTS) ? ROOT.resolve(word).toString() : word)
                .map(word -> word.endsWith(".html") ? directory.resolve(word).toString() : word)
                .toArray(String[]::new);

        int code = console.run(arguments);

        assertThat(code).as(console.err()).isZero();
        List<String> printed = console.out()
                .replace(ROOT + "/", "")
                .lines()
                .map(String::stripTrailing)
                .toList();
        int from = 0;
        for (List<String> part : parts(example.output())) {
            int at = indexOf(printed, part, from);
            assertThat(at)
                    .as(
                            "this part of the page stands in what is printed:%n%s%nprinted:%n%s",
                            lines(part), lines(printed))
                    .isNotNegative();
            from = at + part.size();
        }
    }

    @Test
    void thePageWorksEveryIncidentThrough() throws IOException {
        assertThat(examples().map(Example::command).filter(command -> command.startsWith("audit")))
                .hasSize(4);
        assertThat(examples().map(Example::output))
                .allSatisfy(output -> assertThat(output).isNotEmpty());
        try (Stream<Path> files = Files.list(ROOT.resolve(INCIDENTS))) {
            List<String> commands = examples().map(Example::command).toList();
            assertThat(files.map(file -> INCIDENTS + file.getFileName()).filter(name -> name.endsWith(".ndjson")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(commands).anyMatch(command -> command.contains(name)));
        }
    }

    private static List<List<String>> parts(List<String> output) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        for (String line : output) {
            if (line.strip().equals(ANY_LINES)) {
                parts.add(trimmed(part));
                part = new ArrayList<>();
            } else {
                part.add(line.stripTrailing());
            }
        }
        parts.add(trimmed(part));
        return parts;
    }

    /** Without empty lines at both ends. */
    private static List<String> trimmed(List<String> lines) {
        int from = 0;
        int to = lines.size();
        while (from < to && lines.get(from).isEmpty()) {
            from++;
        }
        while (to > from && lines.get(to - 1).isEmpty()) {
            to--;
        }
        return lines.subList(from, to);
    }

    private static int indexOf(List<String> all, List<String> part, int from) {
        for (int at = from; at + part.size() <= all.size(); at++) {
            if (all.subList(at, at + part.size()).equals(part)) {
                return at;
            }
        }
        return -1;
    }

    private static String lines(List<String> lines) {
        return String.join(System.lineSeparator(), lines);
    }
}
