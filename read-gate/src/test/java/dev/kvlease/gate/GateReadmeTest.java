package dev.kvlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.gate.core.GateReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The README shows the example that is compiled, and names every reason. */
class GateReadmeTest {
    private static final Path EXAMPLE = Path.of("src/test/java/dev/kvlease/gate/UsageExample.java");

    @Test
    void showsTheExampleThatIsCompiled() throws IOException {
        List<String> lines = Files.readAllLines(EXAMPLE);
        String example = lines.stream()
                .dropWhile(line -> !line.strip().equals("// example"))
                .skip(1)
                .takeWhile(line -> !line.strip().equals("// end of example"))
                .map(line -> line.substring(4))
                .collect(Collectors.joining("\n"));

        assertThat(example.lines().count()).isBetween(15L, 24L);
        assertThat(Files.readString(Path.of("README.md"))).contains(example);
    }

    @Test
    void namesEveryReason() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        for (GateReason reason : GateReason.values()) {
            assertThat(readme).contains("| `" + reason.name() + "` |");
        }
    }
}
