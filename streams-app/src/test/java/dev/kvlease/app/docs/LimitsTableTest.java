package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.topology.DeadLetter;
import dev.kvlease.core.common.Constants;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The numbers in the list of limits are those of the code; those of HTTP and of event files are held by their own tests. */
class LimitsTableTest {
    private static final Map<String, Long> OF_THE_CODE = new LinkedHashMap<>();

    static {
        OF_THE_CODE.put("bytes of an id, in UTF-8", (long) Constants.MAX_ID_BYTES);
        OF_THE_CODE.put("block ids of a lease", (long) Constants.MAX_BLOCK_IDS);
        OF_THE_CODE.put("KV-cache groups of a lease", (long) Constants.MAX_GROUPS);
        OF_THE_CODE.put("events that one record may jump ahead", Constants.LEAP_EVENTS);
        OF_THE_CODE.put("missing ranges of a holder", (long) Constants.MAX_MISSING_RANGES);
        OF_THE_CODE.put("superseded lives remembered", (long) Constants.MAX_SUPERSEDED_LIVES);
        OF_THE_CODE.put("requests of a holder that are remembered", (long) Constants.MAX_REQUESTS);
        OF_THE_CODE.put("readers of a holder whose clocks are remembered", (long) Constants.MAX_READERS);
        OF_THE_CODE.put("open reads of a lease", (long) Constants.MAX_OPEN_READS);
        OF_THE_CODE.put("reads of a holder that wait for judgement", (long) Constants.MAX_WAITING_READS);
        OF_THE_CODE.put("bytes of a dead letter's value", (long) DeadLetter.MAX_VALUE_BYTES);
        OF_THE_CODE.put("bytes of the headers that a dead letter keeps", (long) DeadLetter.MAX_HEADER_BYTES);
        OF_THE_CODE.put("verdicts in the console's memory", (long) Feed.VERDICTS_KEPT);
        OF_THE_CODE.put("series of holders, or of pairs, on /metrics", (long) ConfigKeys.METRICS_SERIES_MAX);
    }

    @Test
    void theListOfLimitsIsThatOfTheCode() {
        Table table = Table.of(Pages.docs("operations.md"), "limit", "value");

        OF_THE_CODE.forEach((limit, value) -> assertThat(table.rows())
                .as(limit)
                .anySatisfy(row -> assertThat(row).startsWith(limit, String.format(Locale.ROOT, "%,d", value))));
        assertThat(table.column("when it is reached")).doesNotContain("");
    }
}
