package dev.kvlease.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.export.Recording;
import dev.kvlease.demo.proof.Proof;
import dev.kvlease.demo.stats.Snapshot;
import dev.kvlease.demo.stats.ZmqTally;
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
                        options(Duration.ofSeconds(15), EngineKind.KAFKA, Optional.of(file)),
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
    void enginesThatKnowNothingOfKafkaAreKeptApartAsWell() throws Exception {
        Path file = directory.resolve("run.ndjson");
        Listener listener = new Listener();
        DemoOptions options = options(Duration.ofSeconds(12), EngineKind.ZMQ, Optional.of(file));
        DemoResult result = new Demo(options, listener, new StopSignal(), System::nanoTime)
                .run()
                .orElseThrow();

        Proof proof = result.proof();
        Snapshot seen = result.seen();
        ZmqTally zmq = result.zmq().orElseThrow();
        String run = "seed " + SEED + ": " + proof + " " + PlainLine.of(seen) + " " + seen.reasons() + " " + zmq;
        assertThat(proof.foreignUsed()).as(run).isZero();
        assertThat(proof.foreignWithoutGate()).as(run).isPositive();
        assertThat(proof.used()).as(run).isPositive();
        assertThat(result.restarts()).as(run).isEqualTo(1);
        assertThat(seen.deadLetters()).as(run).isZero();
        assertThat(zmq.lost()).as(run).isPositive();
        assertThat(zmq.verdicts()).as(run).isPositive();
        Recording recording = result.recording().orElseThrow();
        assertThat(recording.records())
                .as("only what a process takes with it is missing; %s", run)
                .isBetween(seen.records() - 5, seen.records());
        assertThat(recording.differing()).as(run).isZero();
        assertThat(listener.steps).contains("begins Connect worker", "connected", "running");
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
        Demo demo = new Demo(
                options(Duration.ofMinutes(5), EngineKind.KAFKA, Optional.empty()), listener, stop, System::nanoTime);
        assertThat(demo.run()).hasValueSatisfying(result -> {
            assertThat(result.proof().holds()).isTrue();
            assertThat(result.seen().elapsedNs())
                    .isLessThan(Duration.ofSeconds(30).toNanos());
        });
    }

    private DemoOptions options(Duration lasts, EngineKind engines, Optional<Path> record) {
        return new DemoOptions(Optional.of(lasts), 3, 2, 160, engines, SEED, directory.resolve("data"), record);
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
        public void connected(String workerUrl, String verdictAddress) {
            steps.add("connected");
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
