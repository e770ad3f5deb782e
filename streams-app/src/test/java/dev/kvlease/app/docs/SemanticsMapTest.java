package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.DecisionTable;
import dev.kvlease.core.verdict.Rule;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The way from a rule of semantics.md to its class leads somewhere, and its constants are those of the code. */
class SemanticsMapTest {
    private static final Path SEMANTICS = Pages.docs("semantics.md");
    private static final String CORE = "dev.kvlease.core.";
    private static final Pattern CODE_NAME = Pattern.compile("`([a-z.]*[A-Z]\\w+)(?:#(\\w+))?`");

    @Test
    void everyClassAndMethodNamedIsThere() {
        String section = Pages.text(SEMANTICS).split("\n## Where each rule lives\n", 2)[1];
        String sections = section.split("The decision table is", 2)[0].split("\n\\| section ", 2)[1];

        Matcher names = CODE_NAME.matcher(sections);
        int found = 0;
        while (names.find()) {
            if (names.group(1).startsWith("H_")) {
                continue;
            }
            Class<?> type = load(names.group(1));
            if (names.group(2) != null) {
                assertThat(methods(type)).as(names.group()).contains(names.group(2));
            }
            found++;
        }
        assertThat(found).isGreaterThan(30);
    }

    @Test
    void everyRuleHasAMethodThatBearsItsNumber() {
        Map<String, String> methodOf = new TreeMap<>();
        Table table = Table.of(SEMANTICS, "rule", "method");
        table.rows().forEach(row -> {
            methodOf.put(row.get(0), row.get(1));
            methodOf.put(row.get(2), row.get(3));
        });
        methodOf.remove("");

        assertThat(methodOf).hasSize(Rule.values().length - 1);
        methodOf.forEach((rule, method) -> {
            String name = method.split(",", 2)[0];
            assertThat(methods(DecisionTable.class)).as(rule).contains(name);
            if (!rule.equals(Rule.V19.name())) {
                assertThat(name).as(rule).matches(rule.toLowerCase(Locale.ROOT) + "[A-Z]\\w+");
            }
        });
    }

    @Test
    void theConstantsAreThoseOfTheCode() {
        Table table = Table.of(SEMANTICS, "name", "value", "meaning");
        Map<String, String> values =
                table.rows().stream().collect(Collectors.toMap(row -> row.get(0), row -> row.get(1)));

        assertThat(values)
                .containsOnly(
                        Map.entry("SAFETY_MARGIN", seconds(Constants.SAFETY_MARGIN_NS) + " s"),
                        Map.entry("DRIFT_PPM", Integer.toString(Constants.DRIFT_PPM)),
                        Map.entry("SILENCE", seconds(Constants.SILENCE_NS) + " s"),
                        Map.entry("DOUBT", seconds(Constants.DOUBT_NS) / 60 + " min"),
                        Map.entry("HORIZON", seconds(Constants.HORIZON_NS) / 60 + " min"),
                        Map.entry(
                                "LEAP",
                                String.format(
                                        Locale.ROOT,
                                        "%d h, %,d events",
                                        seconds(Constants.LEAP_NS) / 3600,
                                        Constants.LEAP_EVENTS)),
                        Map.entry("MAX_RTT", seconds(Constants.MAX_RTT_NS) + " s"));
    }

    private static long seconds(long ns) {
        return ns / Constants.SECOND_NS;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(CORE + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("semantics.md names " + name + ", which is not in the core", e);
        }
    }

    private static Iterable<String> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).map(Method::getName).toList();
    }
}
