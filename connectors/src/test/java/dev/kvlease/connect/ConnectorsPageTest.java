package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The tables of docs/connectors.md are the configuration definitions. */
class ConnectorsPageTest {
    private static final Path PAGE = Path.of("../docs/connectors.md");

    @Test
    void thePageListsEveryKeyAsItIsDefined() throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(
                        Stream.of(SourceConfig.DEFINITION, SinkConfig.DEFINITION, LogTransformConfig.DEFINITION)
                                .flatMap(definition -> definition.configKeys().values().stream())
                                .map(ConnectorsPageTest::row)
                                .toList());
    }

    private static String row(ConfigDef.ConfigKey key) {
        String standard = key.hasDefault() ? standard(key.defaultValue) : "required";
        return "| `" + key.name + "` | " + (standard.isEmpty() ? "empty" : standard) + " | " + key.documentation + " |";
    }

    private static String standard(Object value) {
        return value instanceof List<?> list && list.isEmpty() ? "" : String.valueOf(value);
    }
}
