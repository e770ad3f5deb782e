package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that a page names as its evidence exist. */
class NamedTestsTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

    @ParameterizedTest
    @ValueSource(strings = {"operations.md", "security.md"})
    void exist(String page) throws IOException {
        Matcher named = TEST.matcher(Pages.text(Pages.docs(page)));
        int found = 0;
        while (named.find()) {
            String source = source(named.group(1));
            if (named.group(2) != null) {
                assertThat(source).as(named.group()).contains("void " + named.group(2) + "(");
            }
            found++;
        }
        assertThat(found).isPositive();
    }

    private static String source(String test) throws IOException {
        try (Stream<Path> modules = Files.list(Pages.ROOT)) {
            for (Path module : modules.map(root -> root.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                List<Path> files;
                try (Stream<Path> all = Files.walk(module)) {
                    files = all.filter(file -> file.endsWith(test + ".java")).toList();
                }
                if (!files.isEmpty()) {
                    return Pages.text(files.get(0));
                }
            }
        }
        throw new AssertionError("there is no test " + test);
    }
}
