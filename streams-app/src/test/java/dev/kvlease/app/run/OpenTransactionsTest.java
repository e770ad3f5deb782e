package dev.kvlease.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.run.OpenTransactions.Ends;
import dev.kvlease.app.run.OpenTransactions.Stall;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OpenTransactionsTest {
    private static final TopicPartition INPUT = new TopicPartition("in", 3);
    private static final long SECOND = 1_000_000_000L;

    private final OpenTransactions transactions = new OpenTransactions(Duration.ofSeconds(30));

    private static Map<TopicPartition, Ends> at(long stable, long end) {
        return Map.of(INPUT, new Ends(stable, end));
    }

    @Test
    void oneThatStaysOpenIsToldOnce() {
        assertThat(transactions.look(at(5, 9), 0)).isEmpty();
        assertThat(transactions.look(at(5, 11), 29 * SECOND)).isEmpty();
        assertThat(transactions.look(at(5, 12), 30 * SECOND))
                .containsExactly(new Stall(INPUT, 5, 7, Duration.ofSeconds(30)));
        assertThat(transactions.look(at(5, 13), 40 * SECOND)).isEmpty();
        assertThat(transactions.lasted(41 * SECOND)).isEqualTo(Map.of("in", Duration.ofSeconds(41)));
    }

    @Test
    void shortOnesOneAfterTheOtherAreNone() {
        for (int look = 0; look < 10; look++) {
            assertThat(transactions.look(at(look, look + 4), look * 29L * SECOND))
                    .isEmpty();
        }
    }

    @Test
    void oneThatEndedIsForgotten() {
        assertThat(transactions.look(at(5, 9), 0)).isEmpty();
        assertThat(transactions.look(at(9, 9), 10 * SECOND)).isEmpty();
        assertThat(transactions.lasted(10 * SECOND)).isEmpty();
        assertThat(transactions.look(at(5, 9), 31 * SECOND)).isEmpty();
        assertThat(transactions.look(Map.of(), 32 * SECOND)).isEmpty();
        assertThat(transactions.lasted(33 * SECOND)).isEmpty();
    }
}
