package dev.kvlease.app.run;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FailurePolicyTest {
    private final List<String> stops = new ArrayList<>();
    private final SteppingClock clock = new SteppingClock();
    private final FailurePolicy policy = new FailurePolicy(clock, 1, stops::add);

    @Test
    void aPassingFailureGetsANewThreadButNotForEver() {
        StreamsException passing = new StreamsException(new TimeoutException("slow broker"));
        for (int i = 0; i < FailurePolicy.REPLACEMENTS_A_THREAD; i++) {
            assertThat(policy.handle(passing)).isEqualTo(REPLACE_THREAD);
        }
        assertThat(policy.handle(passing)).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(stops).singleElement().asString().contains("slow broker");

        clock.now = clock.now.plus(FailurePolicy.WITHIN).plusSeconds(1);
        assertThat(policy.handle(passing)).isEqualTo(REPLACE_THREAD);
    }

    @Test
    void oneOutageThatEndsManyThreadsLeavesSomethingForTheNext() {
        int threads = 6;
        FailurePolicy ofMany = new FailurePolicy(clock, threads, stops::add);
        StreamsException passing = new StreamsException(new TimeoutException("slow broker"));
        for (int i = 0; i < FailurePolicy.REPLACEMENTS_A_THREAD * threads; i++) {
            assertThat(ofMany.handle(passing)).isEqualTo(REPLACE_THREAD);
        }

        assertThat(ofMany.handle(passing)).isEqualTo(SHUTDOWN_CLIENT);
    }

    /** The thread that came after would have another name, and two processes with one name would go unnoticed. */
    @Test
    void aFencedNameStopsAtOnceAndTheLineNamesBothCauses() {
        StreamsException fenced =
                new StreamsException(new FencedInstanceIdException("another consumer has registered"));

        assertThat(policy.handle(fenced)).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(stops)
                .containsExactly("another process may have this group.instance.id (give each its own), or the"
                        + " coordinator has lost its memory of the group: start again");
    }

    @Test
    void anythingElseStopsWithOneLine() {
        assertThat(policy.handle(new StreamsException("x", new IllegalStateException("broken"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(stops).containsExactly("the stream failed: broken");
    }

    @Test
    void aRegistryThatDoesNotAnswerSaysWhatToDo() {
        policy.handle(new StreamsException(new ConnectException("registry:8081 refused")));

        assertThat(stops)
                .singleElement()
                .asString()
                .contains("registry:8081 refused")
                .contains("nothing is lost");
    }

    @Test
    void aLockAndADamagedDiskAreTold() {
        policy.handle(new StreamsException("Unable to initialize state, this can happen if multiple instances of Kafka"
                + " Streams are running in the same state directory (current state directory is [/s]"));
        policy.handle(new StreamsException(
                "x", new ProcessorStateException("Error opening store", new IOException("No space left\non device"))));

        assertThat(stops).hasSize(2).allSatisfy(line -> assertThat(line).hasLineCount(1));
        assertThat(stops.get(0)).endsWith("another process uses this state.dir: give each its own");
        assertThat(stops.get(1)).startsWith("the local state cannot be used (No space left on device)");
    }

    @Test
    void missingRightsAreNamed() {
        policy.handle(new StreamsException(new TopicAuthorizationException("Not authorized to access topics: [v]")));

        assertThat(stops).containsExactly("Not authorized to access topics: [v]");
    }

    private static final class SteppingClock extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
