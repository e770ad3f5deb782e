package dev.kvlease.torture.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.torture.process.fault.Fault;
import dev.kvlease.torture.process.fault.Faults;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code -Dkvlease.torture.guarantee=NAME} chooses exactly_once_v2, at_least_once or both, one after the other. */
class ProcessTortureTest {
    private static final String GUARANTEE = System.getProperty("kvlease.torture.guarantee", "exactly_once_v2");

    private record Ended(int code, String text) {}

    private static Ended run(String... args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Stage stage = new Stage()) {
            int code = ProcessTorture.run(new PrintStream(bytes, true, StandardCharsets.UTF_8), stage, args);
            return new Ended(code, bytes.toString(StandardCharsets.UTF_8));
        }
    }

    /** Real processes: a broker, the application, the gates of all readers. */
    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void killsOfTheApplicationAndOfTheBrokerChangeNothing() {
        System.out.println("killed processes: " + GUARANTEE + "; -Dkvlease.torture.guarantee=both plays both");

        Ended ended = run(
                "--quick",
                "--guarantee",
                GUARANTEE,
                "--faults",
                "application,broker",
                "--kills",
                "2",
                "--patience",
                "4");

        assertThat(ended.text())
                .contains("all is as it must be")
                .contains("application")
                .contains("broker");
        // exact with transactions alone; that nothing more differs where both are played is in "all is as it must be"
        String otherwise = GUARANTEE.equals("exactly_once_v2") ? "0" : "[0-9,]+";
        assertThat(ended.text())
                .containsPattern(
                        "verdicts written +[1-9][0-9,]* the same in every field, 0 wrong, " + otherwise + " after")
                .containsPattern("last words +[1-9][0-9,]* as of the model, 0 wrong, " + otherwise + " otherwise")
                .containsPattern("dead letters +16 as of the model, 0 missing, " + otherwise + " more")
                .containsPattern(
                        "answers of the gates +[1-9][0-9,]* as of the model, 0 wrong, " + otherwise + " otherwise");
        assertThat(ended.code()).as(ended.text()).isEqualTo(ExitCode.OK.code());
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    void whatWasFoundBeforeARunEndsEarlyIsTold() {
        Ended ended = run("--quick", "--guarantee", "exactly_once_v2", "--faults", "instance", "--patience", "4");

        assertThat(ended.text())
                .contains("WRONG: instance was asked for and could not be tried: needs two instances")
                .contains("WRONG: exactly_once_v2: no fault can be tried here");
        assertThat(ended.code()).isEqualTo(ExitCode.FOUND_PROBLEMS.code());
    }

    @Test
    void whatIsNotUnderstoodIsRefusedBeforeAnythingStarts() {
        assertThat(run("--faults", "earthquake").code()).isEqualTo(ExitCode.USAGE.code());
        assertThat(run("--guarantee", "exactly_twice").code()).isEqualTo(ExitCode.USAGE.code());
        assertThat(run("--kils", "3").code()).isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void helpTellsOfEveryFault() {
        Ended help = run("--help");

        assertThat(help.code()).isEqualTo(ExitCode.OK.code());
        for (Fault fault : Faults.all()) {
            assertThat(help.text())
                    .contains(fault.about().name())
                    .containsIgnoringWhitespaces(fault.about().does());
        }
    }

    @Test
    void aScheduleHasEveryFaultAndRepeatsItselfForASeed() {
        List<Fault> faults = Faults.all();

        List<Fault> once = Schedule.of(faults, faults.size(), new Random(3));

        assertThat(new HashSet<>(once)).hasSameSizeAs(faults);
        assertThat(Schedule.of(faults, 100, new Random(3)))
                .hasSize(100)
                .isEqualTo(Schedule.of(faults, 100, new Random(3)))
                .isNotEqualTo(Schedule.of(faults, 100, new Random(4)));
        long slow = Schedule.of(faults, 100, new Random(3)).stream()
                .filter(Fault::isSlow)
                .count();
        assertThat(slow).isPositive().isLessThan(20);
    }

    /** After one of them only safety can be asked for, so everything else must have been checked before. */
    @Test
    void whatBuildsTheStateAnewStrikesLast() {
        List<Fault> schedule = Schedule.of(Faults.all(), 100, new Random(3));

        assertThat(schedule).isSortedAccordingTo(Comparator.comparing(Fault::isRebuild));
        assertThat(schedule.get(schedule.size() - 1).isRebuild()).isTrue();
    }
}
