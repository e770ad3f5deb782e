package dev.kvlease.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.core.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every golden scenario, replayed as a user would, gives what its expected file says. */
class GoldenReplayTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> VERDICT_FIELDS = List.of(
            "trigger",
            "read_request_id",
            "request_id",
            "reader_engine_id",
            "holder_engine_id",
            "status",
            "reason",
            "provisional",
            "deadline_ns",
            "readable_until_ns");
    private static final List<String> VIOLATION_FIELDS =
            List.of("type", "certainty", "holder_engine_id", "reader_engine_id", "request_id", "read_request_id");
    private static final List<String> DOUBLE_ALLOCATION_FIELDS =
            List.of("type", "certainty", "holder_engine_id", "request_id", "by");
    private static final String EVENTS = ".events.ndjson";

    static Stream<String> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(EVENTS))
                    .map(name -> name.substring(0, name.length() - EVENTS.length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void givesTheExpectedVerdictsAndViolations(String scenario) throws IOException {
        List<ObjectNode> actual = parse(replayed(GOLDEN.resolve(scenario + EVENTS)));
        List<ObjectNode> expected = parse(Files.readString(GOLDEN.resolve(scenario + ".expected.ndjson")));

        assertThat(expected).isNotEmpty();
        assertThat(verdictsByRead(actual)).isEqualTo(verdictsByRead(expected));
        assertThat(violations(actual)).containsExactlyInAnyOrderElementsOf(violations(expected));
    }

    private static String replayed(Path events) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(events);
                NdjsonWriter out = new NdjsonWriter(bytes)) {
            Replayer replayer = new Replayer(Settings.DEFAULT, new ReplayOutput(out));
            new EventFileReader(replayer, (line, problem) -> {
                        throw new AssertionError(line + ": " + problem);
                    })
                    .read(in);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static List<ObjectNode> parse(String ndjson) throws IOException {
        List<ObjectNode> objects = new ArrayList<>();
        for (String line : ndjson.lines().toList()) {
            objects.add((ObjectNode) JSON.readTree(line));
        }
        return objects;
    }

    private static List<ObjectNode> ofKind(String kind, List<ObjectNode> objects) {
        return objects.stream()
                .filter(object -> object.get("kind").asText().equals(kind))
                .toList();
    }

    private static Map<String, List<ObjectNode>> verdictsByRead(List<ObjectNode> objects) {
        return ofKind("verdict", objects).stream()
                .collect(Collectors.groupingBy(
                        verdict -> verdict.get("reader_engine_id").asText() + "|"
                                + verdict.get("read_request_id").asText(),
                        Collectors.mapping(verdict -> verdict.deepCopy().retain(VERDICT_FIELDS), Collectors.toList())));
    }

    private static List<ObjectNode> violations(List<ObjectNode> objects) {
        return ofKind("violation", objects).stream()
                .map(violation -> {
                    boolean taken = violation.get("type").asText().equals("DOUBLE_ALLOCATION");
                    return violation.deepCopy().retain(taken ? DOUBLE_ALLOCATION_FIELDS : VIOLATION_FIELDS);
                })
                .toList();
    }
}
