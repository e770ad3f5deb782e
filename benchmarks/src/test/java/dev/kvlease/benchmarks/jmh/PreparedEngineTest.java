package dev.kvlease.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PreparedEngineTest {
    private static final int RECORDS = 100;

    /** Answers READABLE and EXPIRED, and revocations, of the preparation and of the records themselves, in hundreds. */
    @ParameterizedTest
    @CsvSource({
        "HEARTBEAT, 0, 0, 0",
        "SAMPLE, 0, 0, 0",
        "ALLOCATED, 0, 0, 0",
        "EXTENDED, 0, 0, 0",
        "RELEASED, 0, 0, 0",
        "RELEASED_WHILE_READ, 1, 0, 1",
        "INTENT_READABLE, 1, 0, 0",
        "INTENT_EXPIRED, 0, 1, 0",
        "OUTCOME, 1, 0, 0"
    })
    void everyTypeDoesWhatItsNameSays(EventType type, int readable, int expired, int revoked) {
        PreparedEngine engine = new PreparedEngine(type, RECORDS);

        engine.run();

        assertThat(engine.effects().readable()).isEqualTo((long) readable * RECORDS);
        assertThat(engine.effects().expired()).isEqualTo((long) expired * RECORDS);
        assertThat(engine.effects().revoked()).isEqualTo((long) revoked * RECORDS);
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void whatEndsLeasesLeavesNoneAndNothingElseEndsAny(EventType type) {
        PreparedEngine engine = new PreparedEngine(type, RECORDS);

        engine.run();

        boolean ends =
                type == EventType.RELEASED || type == EventType.RELEASED_WHILE_READ || type == EventType.INTENT_EXPIRED;
        assertThat(engine.standing()).isEqualTo(ends ? 0 : RECORDS);
    }
}
