package dev.kvlease.app.eventfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden scenarios are read without a complaint, and say the same after being written again. */
class GoldenFilesTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");

    static Stream<Path> eventFiles() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.filter(file -> file.toString().endsWith(".events.ndjson")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("eventFiles")
    void survivesARoundTrip(Path file) throws IOException {
        CollectingHandler read;
        try (InputStream in = Files.newInputStream(file)) {
            read = CollectingHandler.read(in);
        }
        assertThat(read.malformed).isEmpty();
        assertThat(read.lines)
                .hasSize(Files.readAllLines(file, StandardCharsets.UTF_8).size());

        CollectingHandler again = CollectingHandler.read(rewritten(file));

        assertThat(again.malformed).isEmpty();
        assertThat(again).usingRecursiveComparison().isEqualTo(read);
    }

    private static byte[] rewritten(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(file);
                EventFileWriter writer = new EventFileWriter(bytes)) {
            new EventFileReader(new WritingHandler(writer), (line, problem) -> {
                        throw new AssertionError(line + ": " + problem);
                    })
                    .read(in);
        }
        return bytes.toByteArray();
    }
}
