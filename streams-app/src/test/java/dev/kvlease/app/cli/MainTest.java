package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final TestConsole console = new TestConsole();

    @Test
    void aVerbIsNeeded() {
        assertThat(console.run()).isEqualTo(2);
        assertThat(console.err()).contains("Usage: kvlease", "name a verb");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void suggestsTheVerbThatWasMeant() {
        assertThat(console.run("repaly")).isEqualTo(2);
        assertThat(console.err()).contains("repaly", "kvlease replay");
    }

    @Test
    void namesTheOptionThatDoesNotExist() {
        assertThat(console.run("replay", "--imput", "x")).isEqualTo(2);
        assertThat(console.errLines().get(0)).startsWith("kvlease replay: ").contains("--imput");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "simulate", "topics", "topics create", "topics check", "topics describe"})
    void everyVerbHasHelpWithExamplesAndExitCodes(String verb) {
        assertThat(console.run((verb + " --help").split(" ", -1))).isEqualTo(0);
        assertThat(console.out())
                .contains("Usage: kvlease " + verb, "Examples:", "  kvlease " + verb, "Exit codes:", "--stacktrace");
        for (ExitCode code : ExitCode.values()) {
            assertThat(console.out()).contains(code.meaning());
        }
        assertThat(console.err()).isEmpty();
    }

    @Test
    void versionNamesThisBuild() {
        assertThat(console.run("--version")).isEqualTo(0);
        assertThat(console.out()).matches("(?s)kvlease \\d+\\.\\d+\\.\\d+.*Java .*");
    }

    @Test
    void anErrorIsOneLineUnlessAStackTraceIsAskedFor() {
        assertThat(console.run("replay", "--input", "/nowhere/x")).isEqualTo(4);
        assertThat(console.errLines()).hasSize(1);

        TestConsole asking = new TestConsole();
        assertThat(asking.run("replay", "--stacktrace", "--input", "/nowhere/x"))
                .isEqualTo(4);
        assertThat(asking.err()).contains("\tat dev.kvlease.app.cli.");

        TestConsole environment = new TestConsole(() -> 0, Map.of("KVLEASE_STACKTRACE", "true"));
        assertThat(environment.run("replay", "--input", "/nowhere/x")).isEqualTo(4);
        assertThat(environment.err()).contains("\tat dev.kvlease.app.cli.");
    }

    @Test
    void aMissingClusterIsAUsageErrorThatNamesTheWays() {
        assertThat(console.run("topics", "check")).isEqualTo(2);
        assertThat(console.errLines()).singleElement().asString().contains("bootstrap.servers", "--config");
    }
}
