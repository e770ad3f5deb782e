package dev.kvlease.torture.process.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ChildTest {
    @TempDir
    private Path directory;

    /** Says something, and is there until it is killed. */
    static final class Sleeper {
        private Sleeper() {}

        public static void main(String[] args) throws InterruptedException {
            System.out.println("awake");
            TimeUnit.MINUTES.sleep(args.length + 2);
        }
    }

    @Test
    void aThreadDumpTellsTheWallClockAndOnlyWhatThisProcessSaidIsRead() throws Exception {
        Path log = directory.resolve("log");
        Files.writeString(log, "of another\n2001-01-01 00:00:00\nFull thread dump\n");
        try (Processes processes = new Processes()) {
            Child child = processes.java("sleeper", 64, Map.of(), log, List.of(Sleeper.class.getName()));
            Duration bound = Duration.ofMinutes(1);
            Patience.until("it is awake", bound, () -> child.lines().contains("awake"));
            child.signal("QUIT");
            Patience.until(
                    "it tells its time",
                    bound,
                    () -> !ThreadDumps.times(child.lines()).isEmpty());

            assertThat(child.lines()).doesNotContain("of another");
            LocalDateTime shown =
                    ThreadDumps.parse(ThreadDumps.times(child.lines()).get(0));
            assertThat(Duration.between(shown, LocalDateTime.now(ZoneId.systemDefault()))
                            .abs())
                    .isLessThan(Duration.ofMinutes(10));
        }
    }
}
