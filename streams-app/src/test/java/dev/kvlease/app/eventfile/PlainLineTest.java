package dev.kvlease.app.eventfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The fast path accepts nothing that the general parser reads otherwise or refuses. */
class PlainLineTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");
    private static final String[] SNIPPETS = {
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "\t",
        "null",
        "nul",
        "-",
        "0",
        "00",
        "1.5",
        "1e3",
        ".",
        "true",
        "9223372036854775807",
        "-9223372036854775808",
        "999999999999999999",
        "2147483648",
        "\u00e9",
        "\u0000",
        "\u007f",
        "\"\"",
        "{}",
        "[]",
        "[[1]]",
        "\"topic\": \"read-intents\",",
        "\"value\": null,",
        "\"seq\": 5,",
        "\\u0041"
    };

    private final LineDraft plainDraft = new LineDraft();
    private final PlainLine plain = new PlainLine(plainDraft);
    private final LineDraft generalDraft = new LineDraft();
    private final JsonLine general = new JsonLine(generalDraft);

    private static List<String> goldenLines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(GOLDEN)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".events.ndjson"))
                    .sorted()
                    .toList()) {
                lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private CollectingHandler general(byte[] line) {
        CollectingHandler read = new CollectingHandler();
        generalDraft.recordTimeMs(0);
        try {
            general.read(line, 0, line.length);
            generalDraft.deliver(read, new OffsetCounter(), "", 1);
        } catch (MalformedLineException | IOException e) {
            read.malformed.add("");
        }
        return read;
    }

    private CollectingHandler plain(byte[] line) throws NotPlainException {
        CollectingHandler read = new CollectingHandler();
        plainDraft.recordTimeMs(0);
        try {
            plain.read(line, 0, line.length);
            plainDraft.deliver(read, new OffsetCounter(), "", 1);
        } catch (NotPlainException e) {
            throw e;
        } catch (MalformedLineException | IOException e) {
            read.malformed.add("");
        }
        return read;
    }

    @Test
    void nearlyEveryGoldenLineIsPlain() throws IOException {
        List<String> lines = goldenLines();
        int others = 0;
        for (String line : lines) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            try {
                assertThat(plain(bytes)).as(line).usingRecursiveComparison().isEqualTo(general(bytes));
            } catch (NotPlainException e) {
                others++;
            }
        }
        assertThat(others).isLessThan(lines.size() / 50);
    }

    @Test
    void whateverIsDoneToALineItIsReadAsTheGeneralParserReadsItOrLeftToThat() throws IOException {
        List<String> lines = goldenLines();
        int plainOnes = 0;
        for (long seed = 0; seed < 10_000; seed++) {
            Random random = new Random(seed);
            String line = mutated(lines.get(random.nextInt(lines.size())), random);
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            try {
                CollectingHandler fast = plain(bytes);
                plainOnes++;
                assertThat(fast)
                        .as("seed %d: %s", seed, line)
                        .usingRecursiveComparison()
                        .isEqualTo(general(bytes));
            } catch (NotPlainException e) {
                general(bytes);
            }
        }
        assertThat(plainOnes).isBetween(1_000, 9_000);
    }

    private static String mutated(String line, Random random) {
        StringBuilder text = new StringBuilder(line);
        int changes = 1 + random.nextInt(2);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(text.length());
            int to = Math.min(text.length(), at + random.nextInt(4));
            text.replace(at, to, random.nextInt(4) == 0 ? "" : SNIPPETS[random.nextInt(SNIPPETS.length)]);
        }
        return text.toString();
    }
}
