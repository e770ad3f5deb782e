package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.eventfile.Compression;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputOptionsTest {
    private static final Path EVENTS =
            Path.of("../lease-core/src/test/resources/golden/turn-two-within-lease.events.ndjson");

    @TempDir
    private Path dir;

    private final TestConsole console = new TestConsole();

    private int replay(String... args) {
        return console.run(
                Stream.concat(Stream.of("replay"), Arrays.stream(args)).toArray(String[]::new));
    }

    private Path packed(String suffix, byte[] bytes) throws IOException {
        Path file = dir.resolve("events.ndjson" + suffix);
        try (OutputStream out = Compression.packed(suffix, Files.newOutputStream(file))) {
            out.write(bytes);
        }
        return file;
    }

    private static Path cut(Path file, int bytes) throws IOException {
        byte[] all = Files.readAllBytes(file);
        return Files.write(file, Arrays.copyOf(all, all.length - bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void readsPackedFiles(String suffix) throws IOException {
        Path file = packed(suffix, Files.readAllBytes(EVENTS));
        TestConsole plain = new TestConsole();
        plain.run("replay", "--input", EVENTS.toString());

        assertThat(Files.size(file)).isLessThan(Files.size(EVENTS));
        assertThat(replay("--input", file.toString())).isEqualTo(0);
        assertThat(console.out()).isEqualTo(plain.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void readsACutOffFileAsFarAsItGoes(String suffix) throws IOException {
        byte[] many = String.join("\n", Collections.nCopies(20_000, Files.readString(EVENTS)))
                .getBytes(StandardCharsets.UTF_8);
        Path file = packed(suffix, many);
        Path shortened = cut(file, (int) Files.size(file) / 2);

        assertThat(replay(
                        "--input",
                        shortened.toString(),
                        "--out",
                        dir.resolve("out").toString()))
                .isEqualTo(3);
        assertThat(console.errLines().get(0))
                .matches(".*events.ndjson" + suffix
                        + ":[0-9]+: the compressed data is cut off here; what came before has" + " been read");
        assertThat(console.err()).contains("WITHIN_LEASE");
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst"})
    void aFileOfWhichOnlyTheFirstBytesAreThereIsNoCrash(String suffix) throws IOException {
        Path file = packed(suffix, Files.readAllBytes(EVENTS));
        cut(file, (int) Files.size(file) - 6);

        assertThat(replay("--input", file.toString())).isEqualTo(3);
        assertThat(console.errLines().get(0)).contains(":1: the compressed data is cut off here");
    }

    @Test
    void aDamagedFileIsReadAsFarAsItGoes() throws IOException {
        Path file = packed(".gz", Files.readAllBytes(EVENTS));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 6] ^= 0x55;
        Files.write(file, bytes);

        assertThat(replay("--input", file.toString())).isEqualTo(3);
        assertThat(console.errLines().get(0)).contains("the compressed data is damaged here");
    }

    @Test
    void whatLiesBeforeFromIsAppliedButNotToldOf() throws IOException {
        TestConsole whole = new TestConsole();
        whole.run("replay", "--quiet", "--input", EVENTS.toString());
        List<String> all = whole.out().lines().toList();

        assertThat(replay("--quiet", "--input", EVENTS.toString(), "--from", "offset:2"))
                .isEqualTo(0);

        assertThat(console.out().lines()).isNotEmpty().isSubsetOf(all).hasSizeLessThan(all.size());
        assertThat(console.out()).contains("\"verdict\"");
    }

    @Test
    void whatLiesBehindToIsLeftOut() {
        assertThat(replay("--input", EVENTS.toString(), "--to", "1999-12-31")).isEqualTo(0);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).contains("0 records");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2999-01-01T00:00:00Z", "2999-01-01T00:00", "2999-01-01T01:00:00+01:00", "2999-01-01"})
    void timesMayBeWrittenInManyWays(String time) {
        assertThat(replay("--input", EVENTS.toString(), "--from", time)).isEqualTo(0);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).contains("10 records");
    }

    @Test
    void whatIsNoTimeIsRefusedWithTheFormsThatAre() {
        assertThat(replay("--input", EVENTS.toString(), "--from", "tomorrow")).isEqualTo(2);
        assertThat(console.errLines().get(0))
                .isEqualTo("kvlease replay: --from: 'tomorrow' is no time; write 2026-11-30T07:00:00Z, a duration back"
                        + " from now (2h), or offset:1042");
    }

    @Test
    void readsADirectoryOfLogs() throws IOException {
        String line = "(EngineCore_DP0 pid=7) WARNING 08-16 10:00:%s [nixl/worker.py:1] %s";
        Files.createDirectory(dir.resolve("logs"));
        Files.write(
                dir.resolve("logs/prefill-0.log"),
                List.of(
                        line.formatted(
                                "00",
                                "Releasing expired KV blocks for request r1 which were retrieved by 0 remote worker(s)"
                                        + " before lease expired."),
                        line.formatted(
                                "21",
                                "Potentially invalid KV blocks for unrecognized request r1 were retrieved by a decode"
                                        + " worker. They may have expired.")));

        String logs = dir.resolve("logs").toString();
        assertThat(replay("--input", logs)).isEqualTo(0);
        assertThat(console.errLines().get(0)).startsWith("logs of 1 engine: 2 lines, 2 of them about leases");

        TestConsole exporting = new TestConsole();
        assertThat(exporting.run("export", "--quiet", "--input", logs, "--out", "-"))
                .isEqualTo(0);
        assertThat(exporting.out()).contains("\"topic\":\"lease-events\"", "\"request_id\":\"r1\"");
    }

    @Test
    void saysWhenRecordTimesGoBack() throws IOException {
        String line = "{\"topic\": \"read-outcomes\", \"timestamp\": %d, \"value\": null}";
        Path file = Files.write(
                dir.resolve("times.ndjson"),
                List.of(line.formatted(5000), line.formatted(2000), line.formatted(6000), line.formatted(5999)));

        assertThat(replay("--input", file.toString())).isEqualTo(0);
        assertThat(console.err())
                .contains("2 records are older than one before in the same partition, by up to 3,000 ms (the first:"
                        + " line 2 of read-outcomes); the order in which they stand was kept");
    }
}
