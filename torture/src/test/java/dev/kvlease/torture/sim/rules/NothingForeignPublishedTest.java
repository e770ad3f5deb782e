package dev.kvlease.torture.sim.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.fleet.EngineClock;
import dev.kvlease.fleet.truth.LeaseEnd;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A holder gives the blocks of a lease away in silence, and then leases them to the same request again; a read with the
 * reference to the first lease is used after that.
 */
class NothingForeignPublishedTest {
    private static final String LIFE = "life";
    private static final int[][] BLOCKS = {{1, 12}};
    private static final long FIRST_LEASE = 1;
    private static final long SECOND_LEASE = 3;

    private final List<Broken> broken = new ArrayList<>();
    private final Evidence evidence = new Evidence();
    private final NothingForeignPublished rule = new NothingForeignPublished(
            Map.of("h", evidence), life -> Optional.of(new EngineClock(0, 0, 0)), broken::add);

    NothingForeignPublishedTest() {
        evidence.take(event(LeaseEventType.ENGINE_STARTED, 0), 0);
        evidence.take(event(LeaseEventType.BLOCKS_ALLOCATED, FIRST_LEASE), 1);
        evidence.take(event(LeaseEventType.BLOCKS_ALLOCATED, SECOND_LEASE), 2);
    }

    @Test
    void whatWasAnsweredForTheSameBlocksLeasedAnewIsNotBlamed() {
        use(Absent.LONG, SECOND_LEASE, LeaseEndKind.BROKEN);
        assertThat(broken).isEmpty();
    }

    @Test
    void whatWasAnsweredForTheLeaseThatIsOverIsBlamed() {
        use(Absent.LONG, FIRST_LEASE, LeaseEndKind.BROKEN);
        assertThat(broken).hasSize(1);
    }

    @Test
    void aQuestionThatNamesADeadlineTellsTheLeasesApart() {
        use(1_000, SECOND_LEASE, LeaseEndKind.BROKEN);
        assertThat(broken).hasSize(1);
    }

    @Test
    void aHolderThatKeepsItsPromiseLeavesNoExcuse() {
        use(Absent.LONG, SECOND_LEASE, LeaseEndKind.RELEASED);
        assertThat(broken).hasSize(1);
    }

    /** A reader asks, is told READABLE, reads from 40 to 50, and uses what it has read. */
    private void use(long expiryNs, long leaseSeqTold, LeaseEndKind end) {
        ReadIntent intent =
                new ReadIntent("r", "life of r", "h", Optional.of(LIFE), "request", "read", BLOCKS, 2, 35, expiryNs);
        Arrival at = new Arrival(0, 0, new AsOf(0, 3, 0, 1, 0));
        rule.consuming(new Consumed(1, 0, Topic.READ_INTENTS, new InputRecord.Intent(intent), at, true, 3, 0, 0));
        ReadKey key = new ReadKey("h", "request", "read");
        rule.decided("r", key, new Confirmation.Use(Answer.Source.STREAM), Optional.of(readable(key, leaseSeqTold)));
        ReadSpan span = new ReadSpan(40, 50, true, true, new LeaseEnd(end, "", 20, Absent.LONG, Absent.LONG));
        rule.read(new ReadTruth(
                "r",
                "life of r",
                "h",
                LIFE,
                "request",
                "read",
                FIRST_LEASE,
                ReadFate.COMPLETED,
                "",
                true,
                Optional.of(span),
                span));
    }

    private static GateVerdict readable(ReadKey key, long leaseSeq) {
        return new GateVerdict(
                "r",
                "life of r",
                key,
                LIFE,
                leaseSeq,
                true,
                "WITHIN_LEASE",
                GateVerdict.Kind.ANSWER,
                false,
                500,
                600,
                1,
                true,
                40,
                new PairClock.Bounds(0, 0, 0, 0, 0),
                100,
                0);
    }

    /** Its clock reads ten times its seq. */
    private static LeaseEvent event(LeaseEventType type, long seq) {
        boolean allocates = type == LeaseEventType.BLOCKS_ALLOCATED;
        return new LeaseEvent(
                type,
                "h",
                LIFE,
                seq,
                10 * seq,
                allocates ? "request" : "",
                allocates ? Optional.of(BLOCKS) : Optional.empty(),
                allocates ? new int[1] : new int[0],
                allocates ? 1_000 + 10 * seq : Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                "");
    }
}
