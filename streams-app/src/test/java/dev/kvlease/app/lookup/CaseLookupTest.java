package dev.kvlease.app.lookup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.query.UnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Somebody waits for the answer, and a thread of the server with it. */
class CaseLookupTest {
    private static final CaseQuery QUERY = new CaseQuery("d", "q", Optional.empty(), Optional.empty());

    @Test
    void aClusterThatDoesNotAnswerIsWaitedForNoLongerThanTheLimitSays() {
        KvleaseConfig nowhere = new KvleaseConfig(
                Map.of("bootstrap.servers", "127.0.0.1:1", "schema.registry.url", "mock://lookup-of-nothing"));
        CaseLookup.Limits limits = new CaseLookup.Limits(10, Duration.ofMinutes(1), Duration.ofSeconds(1));
        CaseLookup lookup = new CaseLookup(nowhere, 1, Clock.systemUTC(), limits);

        assertThatThrownBy(() -> lookup.find(QUERY, Duration.ofMinutes(1)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no answer within 1 s");
    }
}
