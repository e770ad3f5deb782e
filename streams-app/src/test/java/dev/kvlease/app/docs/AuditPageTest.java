package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.audit.Cause;
import dev.kvlease.app.audit.NotJudged;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The tables of docs/audit.md say what the code says. */
class AuditPageTest {
    private static final Path PAGE = Pages.docs("audit.md");

    @Test
    void causesAreAllCauses() {
        assertThat(Table.of(PAGE, "cause", "the read ran into").column("cause"))
                .containsExactlyElementsOf(
                        Arrays.stream(Cause.values()).map(Enum::name).toList());
    }

    @Test
    void reasonsForSayingNothingAreAllReasons() {
        Table table = Table.of(PAGE, "reason", "meaning");

        assertThat(table.column("reason"))
                .containsExactlyElementsOf(
                        Arrays.stream(NotJudged.values()).map(Enum::name).toList());
        assertThat(table.column("meaning"))
                .containsExactlyElementsOf(Arrays.stream(NotJudged.values())
                        .map(NotJudged::meaning)
                        .toList());
    }
}
