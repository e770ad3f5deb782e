package dev.kvlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static final String RIGHT = "WRITE on topic kvlease.read-intents";

    @Test
    void aMissingRightIsNamed() {
        TopicAuthorizationException refused = new TopicAuthorizationException("Not authorized to access topics: [v]");

        assertThat(Refusals.explain(new ExecutionException(refused), RIGHT))
                .isEqualTo("this reader lacks " + RIGHT + "; grant it with an ACL");
    }

    @Test
    void anythingElseSpeaksForItself() {
        assertThat(Refusals.explain(new TimeoutException("no answer"), RIGHT))
                .contains("no answer")
                .doesNotContain("lacks");
    }
}
