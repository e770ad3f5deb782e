package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.ConfigSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** docs/configuration.md lists the keys as they are defined; {@code -Dkvlease.docs.write=true} makes the list anew. */
class ConfigurationPageTest {
    private static final Path PAGE = Pages.docs("configuration.md");
    private static final String MARK = "<!-- made from ConfigKeys by ConfigurationPageTest -->\n";

    @Test
    void theListOfKeysIsThatOfTheCode() throws IOException {
        String page = Pages.text(PAGE);
        String expected = page.substring(0, page.indexOf(MARK)) + MARK + keys();
        if (Boolean.getBoolean("kvlease.docs.write")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Pages.text(PAGE))
                .as("docs/configuration.md; -Dkvlease.docs.write=true makes it anew")
                .isEqualTo(expected);
    }

    private static String keys() {
        List<ConfigDef.ConfigKey> keys = ConfigKeys.definition().configKeys().values().stream()
                .sorted(Comparator.comparing((ConfigDef.ConfigKey key) -> key.importance)
                        .thenComparing(key -> key.name))
                .toList();
        StringBuilder out = new StringBuilder();
        for (ConfigDef.ConfigKey key : keys) {
            out.append("\n### `").append(key.name).append("`\n\n");
            out.append(key.documentation).append("\n\n");
            out.append("Default: ").append(defaultOf(key));
            out.append(". Variable: `")
                    .append(ConfigSources.variableOf(key.name))
                    .append("`.\n");
        }
        return out.toString();
    }

    private static String defaultOf(ConfigDef.ConfigKey key) {
        Object value = key.defaultValue;
        if (value == null || value.toString().isEmpty()) {
            return "none";
        }
        return "`" + value.toString().replace(System.getProperty("user.home"), "~") + "`";
    }
}
