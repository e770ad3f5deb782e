package dev.kvlease.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.export.Recording;
import dev.kvlease.demo.proof.Proof;
import dev.kvlease.demo.stats.Snapshot;
import dev.kvlease.demo.view.PlainLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole platform, the real stream and a fleet, in real time. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DemoTest {
    private static final long SEED = 7;

    @TempDir
    Path directory;

    @Test
    void theGateKeepsForeignBlocksOutWhateverHappens() throws Exception {
        Path file = directory.resolve("run.ndjson");
        Listener listener = new Listener();
        Optional<DemoResult> shown = new Demo(
                        options(Duration.ofSeconds(15), Optional.of(file)),
                        listener,
                        new StopSignal(),
                        System::nanoTime)
                .run();

        DemoResult result = shown.orElseThrow();
        Proof proof = result.proof();
        Snapshot seen = result.seen();
        String run = "seed " + SEED + ": " + proof + " " + PlainLine.of(seen) + " " + seen.reasons();
        assertThat(proof.foreignUsed()).as(run).isZero();
        assertThat(proof.foreignWithoutGate()).as(run).isPositive();
        assertThat(proof.used()).as(run).isPositive();
        assertThat(proof.lateDeclined()).as(run).isPositive();
        assertThat(result.restarts()).as(run).isEqualTo(1);
        assertThat(result.lostEvents()).as(run).isEqualTo(1);
        assertThat(seen.revocations() + seen.revocationsAfterEnd()).as(run).isPositive();
        assertThat(seen.deadLetters()).as(run).isZero();
        assertThat(seen.reasons().stream().map(reason -> reason.reason()))
                .as(run)
                .contains("WITHIN_LEASE", "WITHIN_SAFETY_MARGIN", "EVENT_GAP", "ENGINE_RESTARTED", "RELEASED");
        assertThat(seen.pairs())
                .as(run)
                .hasSize(6)
                .allSatisfy(pair -> assertThat(pair.boundNs()).isPositive());
        assertThat(seen.latency().count()).as(run).isBetween(proof.reads() / 2, seen.answers());

        Recording recording = result.recording().orElseThrow();
        assertThat(recording.records()).isEqualTo(seen.records());
        assertThat(recording.verdicts())
                .isGreaterThanOrEqualTo(seen.answers() + seen.revocations() + seen.revocationsAfterEnd());
        assertThat(recording.differing()).as(run).isZero();
        assertThat(listener.steps)
                .startsWith("begins Kafka broker")
                .contains("begins lease stream", "done lease stream RUNNING", "running")
                .endsWith("ended");
    }

    @Test
    void itEndsSoonWhenAskedTo() throws Exception {
        StopSignal stop = new StopSignal();
        Listener listener = new Listener() {
            @Override
            public void seen(Snapshot seen) {
                stop.ask();
            }
        };
        Demo demo = new Demo(options(Duration.ofMinutes(5), Optional.empty()), listener, stop, System::nanoTime);
        assertThat(demo.run()).hasValueSatisfying(result -> {
            assertThat(result.proof().holds()).isTrue();
            assertThat(result.seen().elapsedNs())
                    .isLessThan(Duration.ofSeconds(30).toNanos());
        });
    }

    private DemoOptions options(Duration lasts, Optional<Path> record) {
        return new DemoOptions(Optional.of(lasts), 3, 2, 160, SEED, directory.resolve("data"), record);
    }

    private static class Listener implements DemoListener {
        private final List<String> steps = new ArrayList<>();

        @Override
        public void begins(String what) {
            steps.add("begins " + what);
        }

        @Override
        public void done(String what) {
            steps.add("done " + what);
        }

        @Override
        public void running(String bootstrapServers, String registryUrl, String httpUrl) {
            steps.add("running");
        }

        @Override
        public void seen(Snapshot seen) {}

        @Override
        public void ended(DemoResult result) {
            steps.add("ended");
        }
    }
}
