package dev.kvlease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random histories would prove little if some rule were never reached. */
class RandomRecordsTest {
    private static final int SEEDS = 150;

    @Test
    void everyRuleRevocationAndViolationIsReached() {
        Map<String, Integer> reached = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            Answers model = Answers.ofModel(RandomRecords.settings(seed));
            for (PlainRecord.Stamped record : RandomRecords.of(seed, 200)) {
                model.apply(record).forEach(answer -> reached.merge(name(answer), 1, Integer::sum));
            }
        }
        assertThat(reached.keySet()).as("reached: %s", reached).containsAll(wanted());
    }

    @Test
    void aSeedGivesOneHistory() {
        assertThat(RandomRecords.of(5, 300)).isEqualTo(RandomRecords.of(5, 300)).isNotEqualTo(RandomRecords.of(6, 300));
    }

    private static String name(PlainAnswer answer) {
        if (answer instanceof PlainAnswer.Verdict v) {
            return v.rule() + " " + v.reason();
        }
        if (answer instanceof PlainAnswer.Violation v) {
            return v.type() + " " + v.certainty();
        }
        return answer instanceof PlainAnswer.Offset offset ? "offset suspect " + offset.suspect() : answer.toString();
    }

    private static List<String> wanted() {
        List<String> rules = List.of(
                "V1 FULL_PREFIX_HIT",
                "V2 HOLDER_UNTRACKED",
                "V3 ENGINE_RESTARTED",
                "V4 HOLDER_IN_DOUBT",
                "V5 LEASE_UNKNOWN",
                "V6 RELEASED",
                "V6 LEASE_EXPIRED",
                "V6 BLOCKS_REUSED",
                "V6 EVENT_GAP",
                "V7 EVENT_GAP",
                "V8 LEASE_CHANGED",
                "V9 BLOCKS_NOT_LEASED",
                "V10 CLAIMED",
                "V11 TOO_MANY_READS",
                "V12 NO_DEADLINE",
                "V13 CLOCK_UNKNOWN",
                "V14 DEADLINE_IMPLAUSIBLE",
                "V15 HOLDER_SILENT",
                "V16 NO_DEADLINE",
                "V17 DEADLINE_PASSED",
                "V18 WITHIN_SAFETY_MARGIN",
                "V19 WITHIN_LEASE");
        Stream<String> revocations = Stream.of(
                        "RELEASED",
                        "LEASE_EXPIRED",
                        "BLOCKS_REUSED",
                        "EVENT_GAP",
                        "LEASE_CHANGED",
                        "ENGINE_RESTARTED",
                        "HOLDER_IN_DOUBT",
                        "CLOCK_UNKNOWN")
                .map(reason -> "REVOCATION " + reason);
        Stream<String> violations = Stream.of(
                "READ_AFTER_EXPIRY CERTAIN",
                "READ_AFTER_EXPIRY POSSIBLE",
                "READ_AFTER_RELEASE CERTAIN",
                "READ_AFTER_RELEASE POSSIBLE",
                "READ_AFTER_REUSE CERTAIN",
                "UNLEASED_READ POSSIBLE",
                "READ_ACROSS_RESTART POSSIBLE",
                "DOUBLE_ALLOCATION CERTAIN");
        return Stream.of(rules.stream(), revocations, violations)
                .flatMap(s -> s)
                .toList();
    }
}
