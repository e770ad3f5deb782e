package dev.kvlease.app.platform.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogCodecTest {
    @Test
    void whatIsWrittenIsRead() throws IOException {
        List<LogEntry> entries = List.of(
                new LogEntry.Put(new StoredSchema("s \"quoted\" ü", 3, 7, "\"string\"", false)),
                new LogEntry.Put(new StoredSchema("s", 1, 7, "\"string\"", true)),
                new LogEntry.Purge("s", 2),
                new LogEntry.DeleteSubject("s", 2),
                new LogEntry.Level(Optional.of("s"), Optional.of(CompatibilityLevel.FULL_TRANSITIVE)),
                new LogEntry.Level(Optional.of("s"), Optional.empty()),
                new LogEntry.Level(Optional.empty(), Optional.of(CompatibilityLevel.NONE)),
                new LogEntry.ModeChange(Optional.of("s"), Optional.of(Mode.READONLY)),
                new LogEntry.ModeChange(Optional.empty(), Optional.empty()));
        for (LogEntry entry : entries) {
            assertThat(LogCodec.read(LogCodec.key(entry), LogCodec.value(entry)))
                    .contains(entry);
        }
    }

    @Test
    void readsWhatConfluentsRegistryWrites() throws IOException {
        assertThat(read(
                        "{\"keytype\":\"SCHEMA\",\"subject\":\"s\",\"version\":1,\"magic\":1}",
                        "{\"subject\":\"s\",\"version\":1,\"id\":4,\"md5\":\"AAAA\",\"references\":[],\"ts\":17,"
                                + "\"schema\":\"\\\"int\\\"\",\"deleted\":false}"))
                .contains(new LogEntry.Put(new StoredSchema("s", 1, 4, "\"int\"", false)));
        assertThat(read("{\"keytype\":\"CONFIG\",\"subject\":null,\"magic\":0}", "{\"compatibilityLevel\":\"FULL\"}"))
                .contains(new LogEntry.Level(Optional.empty(), Optional.of(CompatibilityLevel.FULL)));
        assertThat(read("{\"keytype\":\"NOOP\",\"magic\":0}", "null")).isEmpty();
        assertThat(read("{\"keytype\":\"CLEAR_SUBJECT\",\"subject\":\"s\",\"magic\":0}", "{\"subject\":\"s\"}"))
                .isEmpty();
    }

    @Test
    void keysHaveTheBytesThatConfluentsRegistryGivesThem() {
        assertThat(new String(LogCodec.key(new LogEntry.Level(Optional.empty(), Optional.empty())), UTF_8))
                .isEqualTo("{\"keytype\":\"CONFIG\",\"subject\":null,\"magic\":0}");
        assertThat(new String(LogCodec.key(new LogEntry.DeleteSubject("s", 1)), UTF_8))
                .isEqualTo("{\"keytype\":\"DELETE_SUBJECT\",\"subject\":\"s\",\"magic\":0}");
        assertThat(new String(LogCodec.key(new LogEntry.Purge("s", 1)), UTF_8))
                .isEqualTo("{\"keytype\":\"SCHEMA\",\"subject\":\"s\",\"version\":1,\"magic\":1}");
    }

    @Test
    void foreignBytesAreRefused() {
        assertThatThrownBy(() -> read("not json", "{}")).isInstanceOf(JsonProcessingException.class);
    }

    private static Optional<LogEntry> read(String key, String value) throws IOException {
        return LogCodec.read(key.getBytes(UTF_8), Optional.of(value.getBytes(UTF_8)));
    }
}
