package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.Main;
import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.ConfigSources;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.app.topology.DeadLetter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys, variables, commands and links that a page names exist. */
class NamesInPagesTest {
    private static final Pattern DOTTED = Pattern.compile("(?<![\\w./-])kvlease(?:\\.[a-z-]+)+(?![\\w/(])");
    private static final Pattern VARIABLE = Pattern.compile("KVLEASE_[A-Z_]+");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");
    /** The demo's own module checks the demo's. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {4}\\./kvlease (?!demo )([a-z].*)$");

    private static final Pattern OPTION = Pattern.compile("(?<= )--?[a-z][a-z-]*");

    /** Files and system properties of the build, which are no configuration. */
    private static final Set<String> OTHER_DOTTED = Set.of(
            "kvlease.properties",
            "kvlease.skip.browser",
            "kvlease.skip.foreign",
            "kvlease.skip.prometheus",
            "kvlease.docs.write");

    private static final Set<String> OTHER_VARIABLES =
            Set.of("KVLEASE_JAVA_OPTS", "KVLEASE_MAVEN_OPTS", "KVLEASE_MVNW_DOWNLOAD", "KVLEASE_STACKTRACE");

    static List<Path> pages() {
        return Pages.all();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void keysAreDefined(Path page) {
        Set<String> known = new HashSet<>(ConfigKeys.definition().names());
        Arrays.stream(Topic.values())
                .map(topic -> topic.name(TopicLayout.DEFAULT_PREFIX))
                .forEach(known::add);
        known.addAll(OTHER_DOTTED);
        known.addAll(List.of(
                DeadLetter.REASON,
                DeadLetter.MESSAGE,
                DeadLetter.TOPIC,
                DeadLetter.PARTITION,
                DeadLetter.OFFSET,
                DeadLetter.TIMESTAMP,
                DeadLetter.CUT_FROM));

        assertThat(found(DOTTED, page)).isSubsetOf(known);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void variablesSetKeys(Path page) {
        Set<String> variables = found(VARIABLE, page);
        variables.removeAll(OTHER_VARIABLES);
        variables.remove(ConfigSources.ENVIRONMENT_PREFIX);

        assertThat(variables)
                .allSatisfy(variable ->
                        assertThat(ConfigKeys.definition().names()).contains(ConfigSources.keyOf(variable)));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadToFiles(Path page) {
        Matcher links = LINK.matcher(Pages.text(page));
        List<String> broken = new ArrayList<>();
        while (links.find()) {
            if (!Files.exists(page.resolveSibling(links.group(1)))) {
                broken.add(links.group(1));
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void commandsOfTheReadmeHaveTheirOptions() {
        Matcher commands = COMMAND.matcher(Pages.text(Pages.README));
        Map<String, String> helpOf = new HashMap<>();
        while (commands.find()) {
            String command = commands.group(1);
            String verb = command.split(" +-", 2)[0].strip();
            String help = helpOf.computeIfAbsent(verb, NamesInPagesTest::help);
            Matcher options = OPTION.matcher(command);
            while (options.find()) {
                assertThat(help).as(command).containsPattern("(?m)" + Pattern.quote(options.group()) + "(?![a-z-])");
            }
        }
        assertThat(helpOf).containsKeys("run", "topics create", "topics check", "replay", "explain", "simulate");
    }

    private static String help(String verb) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        Console console = new Console(new ByteArrayInputStream(new byte[0]), out, err, false, () -> 0, Map.of());
        int exitCode = Main.run(console, (verb + " --help").split(" ", -1));
        String help = out.toString(StandardCharsets.UTF_8);
        assertThat(exitCode).as(verb).isZero();
        assertThat(help).contains("Usage: kvlease " + verb + " ");
        return help.substring(0, help.indexOf("Examples:"));
    }

    private static Set<String> found(Pattern pattern, Path page) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(Pages.text(page));
        while (matcher.find()) {
            names.add(matcher.group());
        }
        return names;
    }
}
