package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What happens at every limit, and that no answer gets less careful by it. docs/operations.md has the same list. */
class LimitsTest {
    private static final long SECOND = Constants.SECOND_NS;
    private static final long EXPIRY_NS = 10_000 * SECOND;
    private static final int[][] BLOCKS = {{7}};

    private final Heard heard = new Heard();
    private LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, false);
    private long offset;

    private Arrival next() {
        offset++;
        return new Arrival(offset, offset, new AsOf(0, offset, offset, offset, offset));
    }

    private void tell(LeaseEventType type, String life, long seq, long clockNs, String request, int[][] blocks) {
        boolean allocation = type == LeaseEventType.BLOCKS_ALLOCATED;
        engine.apply(
                new LeaseEvent(
                        type,
                        "h",
                        life,
                        seq,
                        clockNs,
                        request,
                        allocation ? Optional.of(blocks) : Optional.empty(),
                        new int[0],
                        allocation ? EXPIRY_NS : Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        ""),
                next(),
                heard);
    }

    private void start(String life) {
        tell(LeaseEventType.ENGINE_STARTED, life, 0, SECOND, "", BLOCKS);
    }

    private void allocate(long seq, String request) {
        tell(LeaseEventType.BLOCKS_ALLOCATED, "a", seq, SECOND, request, BLOCKS);
    }

    private void heartbeat(String life, long seq, long clockNs) {
        tell(LeaseEventType.ENGINE_HEARTBEAT, life, seq, clockNs, "", BLOCKS);
    }

    private void sample(String reader) {
        engine.apply(new HandshakeSample(reader, "p", "h", "a", 0, SECOND, SECOND, SECOND), next(), heard);
    }

    private Verdict ask(String reader, String request, String read) {
        engine.apply(
                new ReadIntent(reader, "p", "h", Optional.empty(), request, read, new int[0][], 1, SECOND, Absent.LONG),
                next(),
                heard);
        return heard.verdicts.get(heard.verdicts.size() - 1);
    }

    private void complete(String request, String read) {
        engine.apply(
                new ReadOutcome(
                        "r", "p", "h", "a", request, read, Absent.LONG, ReadStatus.COMPLETED, SECOND, 2 * SECOND),
                next(),
                heard);
    }

    @Test
    void anIdOfOneByteTooManyIsABadRecord() {
        start("a".repeat(Constants.MAX_ID_BYTES));
        assertThat(heard.refused).isEmpty();

        start("a".repeat(Constants.MAX_ID_BYTES + 1));
        allocate(1, "é".repeat(Constants.MAX_ID_BYTES / 2) + "x");
        assertThat(heard.refused).containsExactly(BadRecord.INCARNATION_INVALID, BadRecord.ID_INVALID);
    }

    @Test
    void oneBlockOrGroupTooManyIsABadRecord() {
        start("a");
        tell(LeaseEventType.BLOCKS_ALLOCATED, "a", 1, SECOND, "most", new int[1][Constants.MAX_BLOCK_IDS]);
        tell(LeaseEventType.BLOCKS_ALLOCATED, "a", 2, SECOND, "groups", new int[Constants.MAX_GROUPS][1]);
        assertThat(heard.refused).isEmpty();

        tell(LeaseEventType.BLOCKS_ALLOCATED, "a", 3, SECOND, "more", new int[2][Constants.MAX_BLOCK_IDS / 2 + 1]);
        tell(LeaseEventType.BLOCKS_ALLOCATED, "a", 4, SECOND, "more", new int[Constants.MAX_GROUPS + 1][1]);
        assertThat(heard.refused).containsExactly(BadRecord.BLOCKS_INVALID, BadRecord.BLOCKS_INVALID);
    }

    @Test
    void theOldestOfTooManyLivesIsForgottenAndPutsItsHolderInDoubt() {
        for (int life = 0; life <= Constants.MAX_SUPERSEDED_LIVES + 1; life++) {
            start("life-" + life);
        }
        heartbeat("life-1", 1, 2 * SECOND);
        assertThat(engine.facts().inDoubt()).as("the second oldest is known").isFalse();

        heartbeat("life-0", 1, 2 * SECOND);
        assertThat(engine.facts().inDoubt()).as("the oldest is not").isTrue();
        assertThat(ask("r", "q", "read").reason()).isEqualTo(Reason.HOLDER_IN_DOUBT);
    }

    @Test
    void doubtsAboutTooManyLivesLastAsLongAsTheNewest() {
        start("a");
        for (int life = 0; life <= Constants.MAX_SUPERSEDED_LIVES; life++) {
            heartbeat("unknown-" + life, 1, SECOND);
        }
        heartbeat("a", 1, SECOND + Constants.DOUBT_NS);
        assertThat(engine.facts().inDoubt()).isTrue();

        heartbeat("a", 2, SECOND + Constants.DOUBT_NS + 1);
        assertThat(engine.facts().inDoubt()).isFalse();
    }

    @Test
    void tooManyGapsDistrustMoreAndNeverLess() {
        start("a");
        sample("r");
        long seq = 1;
        for (int gap = 0; gap < Constants.MAX_MISSING_RANGES; gap++) {
            seq += 2;
            heartbeat("a", seq, SECOND);
        }
        long missing = engine.facts().missingEvents();
        assertThat(missing).isEqualTo(Constants.MAX_MISSING_RANGES + 1);

        heartbeat("a", seq + 2, SECOND);
        assertThat(engine.facts().missingEvents())
                .as("what lay between two counts as missing again")
                .isEqualTo(missing + 2);
        allocate(seq + 3, "newer");
        assertThat(ask("r", "newer", "read").reason()).isEqualTo(Reason.WITHIN_LEASE);
    }

    @Test
    void oneOpenReadTooManyIsDeclined() {
        start("a");
        sample("r");
        allocate(1, "q");
        for (int read = 0; read < Constants.MAX_OPEN_READS; read++) {
            assertThat(ask("r", "q", "read-" + read).reason()).isEqualTo(Reason.WITHIN_LEASE);
        }
        assertThat(ask("r", "q", "one-more").reason()).isEqualTo(Reason.TOO_MANY_READS);
    }

    @Test
    void oneReadTooManyThatWaitsForJudgementIsOnlyCounted() {
        start("a");
        sample("r");
        allocate(1, "q");
        heartbeat("a", 3, SECOND);
        for (int read = 0; read < Constants.MAX_WAITING_READS; read++) {
            complete("q", "read-" + read);
        }
        assertThat(engine.facts().waitingReads()).isEqualTo(Constants.MAX_WAITING_READS);
        assertThat(heard.notes).doesNotContain(Note.NOT_JUDGEABLE_TOO_MANY);

        complete("q", "one-more");
        assertThat(engine.facts().waitingReads()).isEqualTo(Constants.MAX_WAITING_READS);
        assertThat(heard.notes).contains(Note.NOT_JUDGEABLE_TOO_MANY);
    }

    @Test
    void oneRequestTooManyIsRefusedAndDistrustsAllBeforeIt() {
        engine = new LeaseEngine("h", Settings.DEFAULT, new HolderState.Limits(3, 3), false);
        start("a");
        sample("r");
        for (int request = 1; request <= 3; request++) {
            allocate(request, "q" + request);
        }
        allocate(4, "q4");
        assertThat(heard.refused).containsExactly(BadRecord.TOO_MANY_REQUESTS);
        assertThat(ask("r", "q4", "unknown").reason()).isEqualTo(Reason.LEASE_UNKNOWN);

        allocate(5, "q3");
        assertThat(ask("r", "q1", "before").reason()).isEqualTo(Reason.EVENT_GAP);
        assertThat(ask("r", "q3", "again").reason()).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(heard.refused)
                .as("a request that is known may have another lease")
                .hasSize(1);
    }

    @Test
    void oneReaderTooManyHasNoClock() {
        engine = new LeaseEngine("h", Settings.DEFAULT, new HolderState.Limits(3, 3), false);
        start("a");
        allocate(1, "q");
        for (int reader = 1; reader <= 3; reader++) {
            sample("r" + reader);
        }
        sample("r4");
        sample("r3");
        assertThat(heard.refused).containsExactly(BadRecord.TOO_MANY_READERS);
        assertThat(ask("r4", "q", "unknown").reason()).isEqualTo(Reason.CLOCK_UNKNOWN);
        assertThat(ask("r3", "q", "known").reason()).isEqualTo(Reason.WITHIN_LEASE);
    }
}
