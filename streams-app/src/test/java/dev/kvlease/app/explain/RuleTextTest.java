package dev.kvlease.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.verdict.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The rules in explain are those of docs/semantics.md, word for word. */
class RuleTextTest {
    private static final Path SEMANTICS = Path.of("../docs/semantics.md");

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            mode = Mode.EXCLUDE,
            names = {"REVOCATION", "V19"})
    void conditionsAreThoseOfTheDecisionTable(Rule rule) throws IOException {
        String row = conditions().get(rule.name());

        assertThat(row).as("row %s", rule).startsWith(RuleText.condition(rule));
        String rest = row.substring(RuleText.condition(rule).length());
        assertThat(rest)
                .as("what is left out of row %s is a remark in brackets", rule)
                .matches("|:.*| \\(.*\\)");
    }

    @Test
    void theLastRowIsWhatIsLeft() throws IOException {
        assertThat(RuleText.condition(Rule.V19)).startsWith(conditions().get("V19"));
    }

    private static Map<String, String> conditions() throws IOException {
        Map<String, String> conditions = new HashMap<>();
        List<String> lines = Files.readAllLines(SEMANTICS);
        for (String line : lines) {
            String[] cells = line.split("\\|", -1);
            if (cells.length >= 5 && cells[1].strip().matches("V\\d+") && conditions.size() < 19) {
                conditions.putIfAbsent(cells[1].strip(), cells[3].strip().replace("`", ""));
            }
        }
        return conditions;
    }
}
