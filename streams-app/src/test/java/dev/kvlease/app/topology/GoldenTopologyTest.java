package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.schemas.VerdictRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The topology says of every golden scenario exactly what a replay says, down to evidence and revision. */
class GoldenTopologyTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");

    @TempDir
    private Path dir;

    static List<Path> eventFiles() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.filter(file -> file.toString().endsWith(".events.ndjson"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("eventFiles")
    void saysWhatAReplaySays(Path file) throws IOException {
        Outputs expected = replay(file);
        try (TopologyHarness harness = new TopologyHarness(dir)) {
            send(History.read(file), harness);

            assertThat(harness.verdicts()).isEqualTo(expected.verdicts);
            assertThat(harness.violations()).isEqualTo(expected.violations);
            assertThat(harness.clockOffsets()).isEqualTo(expected.clockOffsets);
            assertThat(refusals(harness)).isEqualTo(expected.refusals);
        }
    }

    @Test
    void theScenariosReachMostRules() throws IOException {
        Set<VerdictRule> reached = EnumSet.noneOf(VerdictRule.class);
        for (Path file : eventFiles()) {
            replay(file)
                    .verdicts
                    .forEach(verdict -> reached.add(verdict.getEvidence().getRule()));
        }
        assertThat(reached).hasSizeGreaterThan(15).contains(VerdictRule.REVOCATION);
    }

    static void send(History history, TopologyHarness harness) {
        for (History.Arriving record : history.records()) {
            if (record.input().isPresent()) {
                harness.send(record.input().get(), record.timestampMs());
            } else {
                harness.send(record.topic(), "h".getBytes(UTF_8), null, record.timestampMs());
            }
        }
    }

    private static Outputs replay(Path file) throws IOException {
        Outputs outputs = new Outputs();
        try (InputStream in = Files.newInputStream(file)) {
            new EventFileReader(new Replayer(Settings.DEFAULT, outputs), (line, problem) -> {}).read(in);
        }
        return outputs;
    }

    private static List<BadRecord> refusals(TopologyHarness harness) {
        return harness.raw(Topic.DEAD_LETTERS).stream()
                .map(GoldenTopologyTest::reason)
                .filter(reason -> !reason.equals(DeadLetterReason.VALUE_MISSING.name()))
                .map(BadRecord::valueOf)
                .toList();
    }

    private static String reason(TestRecord<byte[], byte[]> letter) {
        return new String(letter.headers().lastHeader(DeadLetter.REASON).value(), UTF_8);
    }
}
