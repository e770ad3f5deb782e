package dev.kvlease.app.docs;

import dev.kvlease.app.rights.Deployment;
import dev.kvlease.app.rights.Party;
import dev.kvlease.app.topics.Right;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.resource.PatternType;
import org.junit.jupiter.api.Test;

/** docs/security.md lists the rights that the code knows; {@code -Dkvlease.docs.write=true} makes the list anew. */
class SecurityPageTest {
    private static final Path PAGE = Pages.docs("security.md");

    @Test
    void theListOfRightsIsThatOfTheCode() {
        new MadePart(PAGE, "<!-- made from Party by SecurityPageTest -->").holds(table());
    }

    private static String table() {
        return Arrays.stream(Party.values())
                .map(SecurityPageTest::rows)
                .collect(Collectors.joining("", "\n| who | on | operations |\n|---|---|---|\n", "\n"));
    }

    private static String rows(Party party) {
        Map<String, List<Right>> byThing = party.rights(Deployment.STANDARD).stream()
                .collect(Collectors.groupingBy(SecurityPageTest::thing, LinkedHashMap::new, Collectors.toList()));
        StringBuilder rows = new StringBuilder();
        byThing.forEach((thing, rights) -> rows.append(String.format(
                "| %s | %s | %s |%n",
                rows.isEmpty() ? "**" + party.title() + "**: " + party.who() : "",
                thing,
                rights.stream().map(right -> right.operation().name()).collect(Collectors.joining(", ")))));
        return rows.toString();
    }

    private static String thing(Right right) {
        String kind = right.resource().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return right.pattern() == PatternType.PREFIXED
                ? kind + "s that start with `" + right.name() + "`"
                : kind + " `" + right.name() + "`";
    }
}
