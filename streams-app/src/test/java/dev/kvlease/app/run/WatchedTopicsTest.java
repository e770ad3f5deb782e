package dev.kvlease.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class WatchedTopicsTest {
    private static final Uuid FIRST = new Uuid(1, 1);
    private static final Uuid SECOND = new Uuid(2, 2);
    private static final Set<String> BOTH = Set.of("state", "verdicts");

    private final WatchedTopics topics = new WatchedTopics("state");

    @Test
    void aChangelogThatIsYetToBeMadeIsNotMissed() {
        for (int look = 0; look < 5; look++) {
            assertThat(topics.look(BOTH, Map.of("verdicts", FIRST))).isEmpty();
        }
    }

    @Test
    void aTopicMustBeMissingTwice() {
        assertThat(topics.look(BOTH, Map.of("state", FIRST))).isEmpty();
        assertThat(topics.look(BOTH, Map.of("state", FIRST, "verdicts", FIRST))).isEmpty();
        assertThat(topics.look(BOTH, Map.of("state", FIRST))).isEmpty();
        assertThat(topics.look(BOTH, Map.of("state", FIRST)))
                .hasValue("topic verdicts is gone: './kvlease topics create' makes it again; then start again");
    }

    @Test
    void aChangelogThatIsGoneOrAnotherOneIsLost() {
        assertThat(topics.look(BOTH, Map.of("state", FIRST, "verdicts", FIRST))).isEmpty();
        assertThat(topics.look(BOTH, Map.of("verdicts", SECOND))).isEmpty();
        assertThat(topics.look(BOTH, Map.of("state", SECOND, "verdicts", SECOND))
                        .orElseThrow())
                .startsWith("topic state was deleted while the stream ran and is there anew");
    }
}
