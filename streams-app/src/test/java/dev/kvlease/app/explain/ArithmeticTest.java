package dev.kvlease.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arithmetic that is shown comes, for every golden verdict, to what the core has said. */
class ArithmeticTest {
    private static final Path GOLDEN = Path.of("../lease-core/src/test/resources/golden");

    private static List<Verdict> allVerdicts() throws IOException {
        Consequences consequences = new Consequences();
        List<Verdict> verdicts = new ArrayList<>();
        try (Stream<Path> files = Files.list(GOLDEN)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".events.ndjson"))
                    .toList()) {
                dev.kvlease.app.replay.Replayer replayer =
                        new dev.kvlease.app.replay.Replayer(Settings.DEFAULT, consequences);
                try (InputStream in = Files.newInputStream(file)) {
                    new EventFileReader(replayer, (line, problem) -> {
                                throw new AssertionError(problem);
                            })
                            .read(in);
                }
            }
        }
        consequences.all().forEach(consequence -> {
            if (consequence instanceof Consequence.Answer answer) {
                verdicts.add(answer.verdict());
            }
        });
        return verdicts;
    }

    private static OptionalLong value(Verdict verdict, String step) {
        return Arithmetic.of(verdict).stream()
                .filter(candidate -> candidate.name().startsWith(step))
                .mapToLong(Step::valueNs)
                .findFirst();
    }

    @Test
    void comesToTheTimesOfTheVerdict() throws IOException {
        List<Verdict> timed = allVerdicts().stream()
                .filter(verdict -> !Absent.is(verdict.readableUntilNs()))
                .toList();

        assertThat(timed).hasSizeGreaterThan(50);
        for (Verdict verdict : timed) {
            OptionalLong deadline = value(verdict, "deadline = earliest(expiry)");
            OptionalLong silent = value(verdict, "latest(W + SILENCE)");
            long untilNs = Math.min(
                    deadline.orElse(Long.MAX_VALUE) - verdict.evidence().marginNs(), silent.orElse(Long.MAX_VALUE));
            assertThat(deadline.orElse(Absent.LONG)).as("%s", verdict).isEqualTo(verdict.deadlineNs());
            assertThat(silent.isPresent())
                    .as("%s", verdict)
                    .isEqualTo(verdict.evidence().tracked());
            assertThat(untilNs).as("%s", verdict).isEqualTo(verdict.readableUntilNs());
        }
    }

    @Test
    void theDistanceHasTheSignThatTheRuleAsksFor() throws IOException {
        for (Verdict verdict : allVerdicts()) {
            OptionalLong distance = value(verdict, "distance to the deadline");
            OptionalLong silence = value(verdict, "until H counts as silent");
            if (verdict.evidence().rule() == Rule.V19) {
                assertThat(distance.getAsLong())
                        .isGreaterThan(verdict.evidence().marginNs());
            }
            if (verdict.evidence().rule() == Rule.V15) {
                assertThat(silence.getAsLong()).isNegative();
            }
        }
    }

    @Test
    void verdictsThatNeedNoClockHaveNone() throws IOException {
        assertThat(allVerdicts())
                .filteredOn(verdict -> verdict.trigger() != Trigger.READ_INTENT
                        || verdict.evidence().rule().compareTo(Rule.V14) < 0)
                .isNotEmpty()
                .allSatisfy(verdict -> assertThat(Arithmetic.of(verdict)).isEmpty());
    }
}
