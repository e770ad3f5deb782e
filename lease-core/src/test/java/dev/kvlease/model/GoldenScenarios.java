package dev.kvlease.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The golden files, and the comparison that their README describes. */
public final class GoldenScenarios {
    private static final String EVENTS = ".events.ndjson";

    private GoldenScenarios() {}

    /** Names of all scenarios. */
    public static List<String> names() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(f -> f.getFileName().toString())
                    .filter(f -> f.endsWith(EVENTS))
                    .map(f -> f.substring(0, f.length() - EVENTS.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("the golden files cannot be listed", e);
        }
    }

    /** The records of a scenario. */
    public static List<PlainRecord.Stamped> records(String name) {
        return lines(name + EVENTS).stream().map(EventLines::parse).toList();
    }

    /** Runs a scenario and asserts that exactly what is expected comes out. */
    public static void check(String name, Answers answers) {
        List<PlainAnswer> got = new ArrayList<>();
        records(name).forEach(record -> got.addAll(answers.apply(record)));
        List<JsonNode> expected =
                lines(name + ".expected.ndjson").stream().map(EventLines::tree).toList();
        assertThat(verdicts(got)).as("%s: verdicts per read", name).isEqualTo(expectedVerdicts(expected));
        checkViolations(name, got, expected);
    }

    private static Map<String, List<String>> verdicts(List<PlainAnswer> answers) {
        Map<String, List<String>> perRead = new TreeMap<>();
        for (PlainAnswer answer : answers) {
            if (answer instanceof PlainAnswer.Verdict v) {
                perRead.computeIfAbsent(v.reader() + " " + v.read(), r -> new ArrayList<>())
                        .add(String.join(
                                " ",
                                v.trigger(),
                                v.request(),
                                v.status(),
                                v.reason(),
                                String.valueOf(v.provisional()),
                                String.valueOf(v.readableUntilNs()),
                                String.valueOf(v.deadlineNs())));
            }
        }
        return perRead;
    }

    private static Map<String, List<String>> expectedVerdicts(List<JsonNode> expected) {
        Map<String, List<String>> perRead = new TreeMap<>();
        for (JsonNode v : ofKind(expected, "verdict")) {
            String fields = Stream.of(
                            "trigger",
                            "request_id",
                            "status",
                            "reason",
                            "provisional",
                            "readable_until_ns",
                            "deadline_ns")
                    .map(field -> String.valueOf(EventLines.text(v, field)))
                    .collect(Collectors.joining(" "));
            String read = EventLines.text(v, "reader_engine_id") + " " + EventLines.text(v, "read_request_id");
            perRead.computeIfAbsent(read, r -> new ArrayList<>()).add(fields);
        }
        return perRead;
    }

    private static void checkViolations(String name, List<PlainAnswer> got, List<JsonNode> expected) {
        List<PlainAnswer.Violation> left = new ArrayList<>();
        got.stream().filter(a -> a instanceof PlainAnswer.Violation).forEach(a -> left.add((PlainAnswer.Violation) a));
        for (JsonNode violation : ofKind(expected, "violation")) {
            PlainAnswer.Violation found =
                    left.stream().filter(v -> matches(violation, v)).findFirst().orElse(null);
            assertThat(found).as("%s: %s among %s", name, violation, left).isNotNull();
            left.remove(found);
        }
        assertThat(left).as("%s: violations that nobody expects", name).isEmpty();
    }

    /** Each field that the file names must be as it says; {@code by} is named only where it matters. */
    private static boolean matches(JsonNode expected, PlainAnswer.Violation v) {
        return says(expected, "type", v.type())
                && says(expected, "certainty", v.certainty())
                && says(expected, "request_id", v.request())
                && says(expected, "reader_engine_id", v.reader())
                && says(expected, "read_request_id", v.read())
                && says(expected, "by", v.by());
    }

    private static boolean says(JsonNode expected, String field, String value) {
        return !expected.hasNonNull(field) || expected.get(field).asText().equals(value);
    }

    private static List<JsonNode> ofKind(List<JsonNode> nodes, String kind) {
        return nodes.stream().filter(n -> n.get("kind").asText().equals(kind)).toList();
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(folder().resolve(file)).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("a golden file cannot be read: " + file, e);
        }
    }

    private static Path folder() {
        URL folder = GoldenScenarios.class.getResource("/golden");
        if (folder == null) {
            throw new IllegalStateException("the golden files are not on the class path");
        }
        try {
            return Path.of(folder.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the golden files are not in a folder", e);
        }
    }
}
