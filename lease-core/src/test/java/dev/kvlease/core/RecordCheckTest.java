package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** "Bad records": the last good value and the first bad one of every field. */
class RecordCheckTest {
    private static final long END = Constants.TIME_END_NS;
    private static final int[][] BLOCKS = {{1, 2}};

    /** The numbers and texts of an event; a good allocation unless changed. */
    private static final class Event {
        private LeaseEventType type = LeaseEventType.BLOCKS_ALLOCATED;
        private String holder = "h";
        private String life = "a";
        private long seq = 1;
        private long clockNs = 5;
        private String request = "q";
        private Optional<int[][]> blocks = Optional.of(BLOCKS);
        private int[] shared = {0};
        private long expiryNs = 9;
        private long maxReads = 1;
        private long numTokens = 0;
        private long numBlocks = 0;

        Event type(LeaseEventType other) {
            type = other;
            seq = other == LeaseEventType.ENGINE_STARTED ? 0 : 1;
            return this;
        }
    }

    private static Optional<BadRecord> check(UnaryOperator<Event> change) {
        Event e = change.apply(new Event());
        return RecordCheck.check(new LeaseEvent(
                e.type,
                e.holder,
                e.life,
                e.seq,
                e.clockNs,
                e.request,
                e.blocks,
                e.shared,
                e.expiryNs,
                e.maxReads,
                e.numTokens,
                e.numBlocks,
                ""));
    }

    /** Sets one field of an event. */
    private interface Setter {
        void set(Event event, long value);
    }

    private static Optional<BadRecord> with(Setter setter, long value) {
        return check(event -> {
            setter.set(event, value);
            return event;
        });
    }

    private static void reaches(Setter setter, long first, long last, BadRecord beyond) {
        assertThat(with(setter, first)).isEmpty();
        assertThat(with(setter, last)).isEmpty();
        assertThat(with(setter, first - 1)).contains(beyond);
        assertThat(with(setter, last + 1)).contains(beyond);
    }

    @ParameterizedTest
    @EnumSource(LeaseEventType.class)
    void everyKnownTypeIsGood(LeaseEventType type) {
        assertThat(check(event -> event.type(type)))
                .isEqualTo(type == LeaseEventType.UNKNOWN ? Optional.of(BadRecord.TYPE_UNKNOWN) : Optional.empty());
    }

    @Test
    void numbersOfEventsHaveTheirRanges() {
        reaches((event, value) -> event.clockNs = value, 0, END - 1, BadRecord.TIME_OUT_OF_RANGE);
        reaches((event, value) -> event.expiryNs = value, 0, END - 1, BadRecord.TIME_OUT_OF_RANGE);
        assertThat(with((event, value) -> event.seq = value, END - 1)).isEmpty();
        assertThat(with((event, value) -> event.seq = value, END)).contains(BadRecord.SEQ_OUT_OF_RANGE);
        assertThat(with((event, value) -> event.seq = value, -1)).contains(BadRecord.SEQ_OUT_OF_RANGE);
        assertThat(with((event, value) -> event.maxReads = value, 0)).contains(BadRecord.MAX_READS_INVALID);
        assertThat(with((event, value) -> event.numTokens = value, -1)).contains(BadRecord.COUNT_NEGATIVE);
        assertThat(with((event, value) -> event.numBlocks = value, -1)).contains(BadRecord.COUNT_NEGATIVE);
        assertThat(with((event, value) -> event.shared = new int[] {0, (int) value}, -1))
                .contains(BadRecord.COUNT_NEGATIVE);
        for (Setter optional : new Setter[] {
            (event, value) -> event.expiryNs = value,
            (event, value) -> event.maxReads = value,
            (event, value) -> event.numTokens = value,
            (event, value) -> event.numBlocks = value
        }) {
            assertThat(with(optional, Absent.LONG)).isEmpty();
        }
    }

    @Test
    void aStartIsNumberedZeroAndNothingElseIs() {
        assertThat(with((event, value) -> event.seq = value, 0)).contains(BadRecord.START_SEQ_INVALID);
        assertThat(check(event -> {
                    event.type(LeaseEventType.ENGINE_STARTED).seq = 1;
                    return event;
                }))
                .contains(BadRecord.START_SEQ_INVALID);
    }

    @Test
    void textsOfEventsMustBeIds() {
        assertThat(check(event -> text(event, "", "a", "q"))).contains(BadRecord.ID_INVALID);
        assertThat(check(event -> text(event, "h", "", "q"))).contains(BadRecord.INCARNATION_INVALID);
        assertThat(check(event -> text(event, "h", "a", ""))).contains(BadRecord.REQUEST_MISSING);
        assertThat(check(event -> text(event, "h", "a", "\n"))).contains(BadRecord.ID_INVALID);
        assertThat(check(event -> text(event.type(LeaseEventType.ENGINE_HEARTBEAT), "h", "a", "")))
                .isEmpty();
        assertThat(check(event -> text(event.type(LeaseEventType.ENGINE_HEARTBEAT), "h", "a", "\n")))
                .contains(BadRecord.ID_INVALID);
    }

    private static Event text(Event event, String holder, String life, String request) {
        event.holder = holder;
        event.life = life;
        event.request = request;
        return event;
    }

    @Test
    void anAllocationNeedsBlocksAndAnExtensionAnExpiry() {
        assertThat(check(event -> blocks(event, Optional.empty()))).contains(BadRecord.BLOCKS_MISSING);
        assertThat(check(event -> blocks(event.type(LeaseEventType.BLOCKS_RELEASED), Optional.empty())))
                .isEmpty();
        assertThat(check(event -> {
                    event.type(LeaseEventType.LEASE_EXTENDED).expiryNs = Absent.LONG;
                    return event;
                }))
                .contains(BadRecord.EXPIRY_MISSING);
    }

    private static Event blocks(Event event, Optional<int[][]> blocks) {
        event.blocks = blocks;
        return event;
    }

    @Test
    void blocksHaveTheirLimitsWhoeverListsThem() {
        int[][] most = {new int[Constants.MAX_BLOCK_IDS - 1], {7}};
        int[][] more = {new int[Constants.MAX_BLOCK_IDS], {7}};
        int[][] groups = new int[Constants.MAX_GROUPS + 1][0];
        int[][] negative = {{1}, {2, -1, 3}};

        assertThat(check(event -> blocks(event, Optional.of(most)))).isEmpty();
        assertThat(check(event -> blocks(event, Optional.of(new int[Constants.MAX_GROUPS][0]))))
                .isEmpty();
        for (int[][] bad : new int[][][] {more, groups, negative}) {
            assertThat(check(event -> blocks(event, Optional.of(bad)))).contains(BadRecord.BLOCKS_INVALID);
            assertThat(check(event -> blocks(event.type(LeaseEventType.ENGINE_HEARTBEAT), Optional.of(bad))))
                    .contains(BadRecord.BLOCKS_INVALID);
            assertThat(RecordCheck.check(intent("r", "p", "h", Optional.empty(), "q", "x", bad, 1, 5, 5)))
                    .contains(BadRecord.BLOCKS_INVALID);
        }
        assertThat(check(event -> {
                    event.shared = new int[Constants.MAX_GROUPS];
                    return event;
                }))
                .isEmpty();
        assertThat(check(event -> {
                    event.shared = new int[Constants.MAX_GROUPS + 1];
                    return event;
                }))
                .contains(BadRecord.BLOCKS_INVALID);
    }

    private static Optional<BadRecord> sample(String reader, String readerLife, String life, long... numbers) {
        return RecordCheck.check(new HandshakeSample(
                reader, readerLife, "h", life, (int) numbers[0], numbers[1], numbers[2], numbers[3]));
    }

    @Test
    void samples() {
        long slowest = Constants.MAX_RTT_NS;

        assertThat(sample("r", "p", "a", 0, 0, 0, slowest)).isEmpty();
        assertThat(sample("r", "p", "a", 7, END - 1, END - 1, END - 1)).isEmpty();
        assertThat(sample("r", "p", "a", 0, 0, 0, slowest + 1)).contains(BadRecord.ROUND_TRIP_TOO_LONG);
        assertThat(sample("r", "p", "a", 0, 5, 0, 4)).contains(BadRecord.SPAN_NEGATIVE);
        assertThat(sample("r", "p", "a", -1, 0, 0, 0)).contains(BadRecord.COUNT_NEGATIVE);
        assertThat(sample("r", "p", "a", 0, -1, 0, 0)).contains(BadRecord.TIME_OUT_OF_RANGE);
        assertThat(sample("r", "p", "a", 0, 0, END, 0)).contains(BadRecord.TIME_OUT_OF_RANGE);
        assertThat(sample("r", "p", "a", 0, END - 1, 0, END)).contains(BadRecord.TIME_OUT_OF_RANGE);
        assertThat(sample("", "p", "a", 0, 0, 0, 0)).contains(BadRecord.ID_INVALID);
        assertThat(sample("r", "", "a", 0, 0, 0, 0)).contains(BadRecord.INCARNATION_INVALID);
        assertThat(sample("r", "p", "", 0, 0, 0, 0)).contains(BadRecord.INCARNATION_INVALID);
        assertThat(RecordCheck.check(new HandshakeSample("r", "p", "", "a", 0, 0, 0, 0)))
                .contains(BadRecord.ID_INVALID);
    }

    private static ReadIntent intent(
            String reader,
            String readerLife,
            String holder,
            Optional<String> life,
            String request,
            String read,
            int[][] blocks,
            long local,
            long nowNs,
            long expiryNs) {
        return new ReadIntent(reader, readerLife, holder, life, request, read, blocks, local, nowNs, expiryNs);
    }

    @Test
    void intents() {
        Optional<String> life = Optional.of("a");

        assertThat(RecordCheck.check(intent("r", "p", "h", life, "q", "x", BLOCKS, 0, 0, END - 1)))
                .isEmpty();
        assertThat(RecordCheck.check(
                        intent("r", "p", "h", Optional.empty(), "q", "x", BLOCKS, 1, Absent.LONG, Absent.LONG)))
                .isEmpty();
        for (ReadIntent bad : new ReadIntent[] {
            intent("", "p", "h", life, "q", "x", BLOCKS, 1, 5, 5),
            intent("r", "p", "", life, "q", "x", BLOCKS, 1, 5, 5),
            intent("r", "p", "h", life, "", "x", BLOCKS, 1, 5, 5),
            intent("r", "p", "h", life, "q", "", BLOCKS, 1, 5, 5)
        }) {
            assertThat(RecordCheck.check(bad)).contains(BadRecord.ID_INVALID);
        }
        assertThat(RecordCheck.check(intent("r", "", "h", life, "q", "x", BLOCKS, 1, 5, 5)))
                .contains(BadRecord.INCARNATION_INVALID);
        assertThat(RecordCheck.check(intent("r", "p", "h", Optional.of(""), "q", "x", BLOCKS, 1, 5, 5)))
                .contains(BadRecord.INCARNATION_INVALID);
        assertThat(RecordCheck.check(intent("r", "p", "h", life, "q", "x", BLOCKS, -1, 5, 5)))
                .contains(BadRecord.COUNT_NEGATIVE);
        assertThat(RecordCheck.check(intent("r", "p", "h", life, "q", "x", BLOCKS, 1, -1, 5)))
                .contains(BadRecord.TIME_OUT_OF_RANGE);
        assertThat(RecordCheck.check(intent("r", "p", "h", life, "q", "x", BLOCKS, 1, 5, END)))
                .contains(BadRecord.TIME_OUT_OF_RANGE);
    }

    private static Optional<BadRecord> outcome(String[] ids, long leaseSeq, long startedNs, long finishedNs) {
        return RecordCheck.check(new ReadOutcome(
                ids[0], ids[1], ids[2], ids[3], ids[4], ids[5], leaseSeq, ReadStatus.FAILED, startedNs, finishedNs));
    }

    @Test
    void outcomes() {
        String[] good = {"r", "p", "h", "a", "q", "x"};

        assertThat(outcome(good, Absent.LONG, 5, 5)).isEmpty();
        assertThat(outcome(good, 0, 0, END - 1)).isEmpty();
        assertThat(outcome(good, -1, 5, 5)).contains(BadRecord.SEQ_OUT_OF_RANGE);
        assertThat(outcome(good, END, 5, 5)).contains(BadRecord.SEQ_OUT_OF_RANGE);
        assertThat(outcome(good, 0, 5, 4)).contains(BadRecord.SPAN_NEGATIVE);
        assertThat(outcome(good, 0, -1, 4)).contains(BadRecord.TIME_OUT_OF_RANGE);
        assertThat(outcome(good, 0, 5, END)).contains(BadRecord.TIME_OUT_OF_RANGE);
        for (int i = 0; i < good.length; i++) {
            String[] ids = good.clone();
            ids[i] = "";
            boolean isLife = i == 1 || i == 3;
            assertThat(outcome(ids, 0, 5, 5)).contains(isLife ? BadRecord.INCARNATION_INVALID : BadRecord.ID_INVALID);
        }
        assertThat(RecordCheck.check(new ReadOutcome("r", "p", "h", "a", "q", "x", 0, ReadStatus.UNKNOWN, 5, 5)))
                .contains(BadRecord.TYPE_UNKNOWN);
    }
}
