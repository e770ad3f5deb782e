package dev.kvlease.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.fleet.scenario.Hardships;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Defects of what is remembered, of what the audit says, and of what is made of holders that break their promises. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlantedMemoryAndAuditDefectsTest {
    private static final int[] NOTHING_KNOWN = {};

    @Test
    void aCoreThatTakesSharedBlocksForGivenAway() {
        Subject suspicious = sharedPrefixes(shared -> new int[shared.length]);
        Shrunk shrunk = Planted.assertFound(suspicious, "AccusationsAreTrue", 6);
        assertThat(shrunk.broken().detail()).startsWith("a faithful holder is accused");
    }

    @Test
    void anAuditThatIsTooSure() {
        Subject rash = Planted.altered(new Planted.Altered() {
            @Override
            public Violation violation(Violation v) {
                return new Violation(
                        v.id(),
                        v.type(),
                        Certainty.CERTAIN,
                        v.holder(),
                        v.holderLife(),
                        v.reader(),
                        v.readerLife(),
                        v.requestId(),
                        v.readRequestId(),
                        v.leaseSeq(),
                        v.by(),
                        v.leaseEndNs(),
                        v.startedNs(),
                        v.finishedNs(),
                        v.finishedMinNs(),
                        v.finishedMaxNs(),
                        v.watermarkNs(),
                        v.incompleteEvidence(),
                        v.asOf());
            }
        });
        Shrunk shrunk = Planted.assertFound(rash, "AccusationsAreTrue", 10);
        assertThat(shrunk.broken().detail()).startsWith("not certain");
    }

    @Test
    void anAuditThatFindsEveryReadClean() {
        Subject mild = Planted.altered(new Planted.Altered() {
            @Override
            public Judgement judgement(Judgement j) {
                return new Judgement(
                        j.reader(),
                        j.requestId(),
                        j.readRequestId(),
                        j.leaseSeq(),
                        j.lease(),
                        j.completion(),
                        Optional.empty(),
                        j.incompleteEvidence());
            }

            @Override
            public boolean reports(Violation violation) {
                return false;
            }
        });
        Shrunk shrunk = Planted.assertFound(mild, "ReadsJudged", 12);
        assertThat(shrunk.broken().detail()).startsWith("judged to be clean");
    }

    @Test
    void aCoreThatNeverJudges() {
        Subject idle = Planted.deafTo(record -> record instanceof InputRecord.Outcome outcome
                && outcome.outcome().status() == ReadStatus.COMPLETED);
        Shrunk shrunk = Planted.assertFound(idle, "ReadsJudged", 12);
        assertThat(shrunk.broken().detail()).startsWith("never judged");
    }

    @Test
    void aCoreThatReadsFromHoldersThatGaveTheBlocksAway() {
        Subject trusting = sharedPrefixes(shared -> NOTHING_KNOWN);
        Shrunk shrunk = Planted.assertFound(
                trusting, "NoReadableAgainstEvidence", 8, PlantedMemoryAndAuditDefectsTest::unfaithful);
        assertThat(shrunk.broken().detail()).contains("its blocks were given away");
    }

    @Test
    void aCoreThatDoesNotRevokeWhatWasGivenAway() {
        Subject trusting = sharedPrefixes(shared -> NOTHING_KNOWN);
        Shrunk shrunk =
                Planted.assertFound(trusting, "RevokedInTheEnd", 8, PlantedMemoryAndAuditDefectsTest::unfaithful);
        assertThat(shrunk.broken().detail()).startsWith("never told that its blocks were given away");
    }

    @Test
    void anAuditThatDoesNotSeeWhatWasGivenAway() {
        Subject trusting = sharedPrefixes(shared -> NOTHING_KNOWN);
        Shrunk shrunk = Planted.assertFound(trusting, "ReadsJudged", 12, PlantedMemoryAndAuditDefectsTest::unfaithful);
        assertThat(shrunk.broken().detail()).contains("kind=BROKEN");
    }

    @Test
    void aCoreThatForgetsNothing() {
        Subject timeless = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                boolean onlyTime = record instanceof InputRecord.Event event
                        && event.event().requestId().isEmpty()
                        && engine.facts().life().equals(event.event().life());
                if (!onlyTime) {
                    record.applyTo(engine, at, out);
                }
            }
        };
        Shrunk shrunk = Planted.assertFound(timeless, "StateIsBounded", 6);
        assertThat(shrunk.broken().detail()).contains("should have been forgotten");
    }

    @Test
    void aStoreThatKeepsWhatIsForgotten() {
        Subject hoarding = new Subject() {
            @Override
            public StateSink store(StateSink store) {
                return new StateSink() {
                    @Override
                    public void put(StateKind kind, byte[] key, byte[] value) {
                        store.put(kind, key, value);
                    }

                    @Override
                    public void delete(StateKind kind, byte[] key) {
                        // it stays
                    }
                };
            }
        };
        Shrunk shrunk = Planted.assertFound(hoarding, "StateIsBounded", 8);
        assertThat(shrunk.broken().detail()).startsWith("stored");
    }

    @Test
    void aStoreThatLosesRequests() {
        Subject leaking = new Subject() {
            @Override
            public StateSink store(StateSink store) {
                return new StateSink() {
                    @Override
                    public void put(StateKind kind, byte[] key, byte[] value) {
                        if (kind != StateKind.REQUEST) {
                            store.put(kind, key, value);
                        }
                    }

                    @Override
                    public void delete(StateKind kind, byte[] key) {
                        store.delete(kind, key);
                    }
                };
            }
        };
        Planted.assertFound(leaking, "SameAnswersAfterCrash", 8, Planted::forgetfulButExact);
    }

    @Test
    void anApplicationThatTakesWhatComesAgainForKnown() {
        Subject forgetting = new Subject() {
            /** By holder, the first event that has not come yet; a crash does not take it back. */
            private final Map<String, Long> next = new HashMap<>();

            private String woken = "";
            private long nextBefore;

            @Override
            public LeaseEngine engine(String holder, Settings settings, boolean journaling) {
                woken = holder;
                nextBefore = next.getOrDefault(holder, 0L);
                next.put(holder, 0L);
                return Subject.super.engine(holder, settings, journaling);
            }

            @Override
            public void repeatLastWords(LeaseEngine engine, AsOf asOf, Effects out) {
                // only what was restored has last words: what is new to a history knows of no event
                next.put(woken, nextBefore);
                Subject.super.repeatLastWords(engine, asOf, out);
            }

            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (!(record instanceof InputRecord.Event event)) {
                    record.applyTo(engine, at, out);
                    return;
                }
                boolean known = at.offset() < next.get(event.holder());
                next.merge(event.holder(), at.offset() + 1, Math::max);
                if (known && event.event().type() == LeaseEventType.BLOCKS_ALLOCATED) {
                    engine.apply(Planted.heartbeat(event.event()), at, out);
                } else {
                    record.applyTo(engine, at, out);
                }
            }
        };
        Shrunk shrunk = Planted.assertFound(forgetting, "DeclinedForAReason", 12, Planted::forgetfulButExact);
        assertThat(shrunk.broken().detail()).startsWith("LEASE_UNKNOWN is not so");
    }

    /** Half the leases are given away in silence, and most readers read whatever they are told. */
    private static Play unfaithful(Play play) {
        Hardships unfaithful = new Hardships(0.6, Hardships.USUAL_PPM, 0, 0, 0, 0, 0, 0, 0.5, true);
        return new Play(play.mode(), play.fleet().with(unfaithful), play.stream(), play.gates(), play.settings());
    }

    /** A core that is told something else of the blocks that others hold too. */
    private static Subject sharedPrefixes(UnaryOperator<int[]> told) {
        return new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (record instanceof InputRecord.Event event
                        && event.event().type() == LeaseEventType.BLOCKS_ALLOCATED) {
                    engine.apply(withShared(event.event(), told), at, out);
                } else {
                    record.applyTo(engine, at, out);
                }
            }
        };
    }

    private static LeaseEvent withShared(LeaseEvent event, UnaryOperator<int[]> told) {
        return new LeaseEvent(
                event.type(),
                event.holder(),
                event.life(),
                event.seq(),
                event.clockNs(),
                event.requestId(),
                event.blockIds(),
                told.apply(event.sharedPrefixBlocks()),
                event.expiryNs(),
                event.maxReads(),
                event.numTokens(),
                event.numBlocks(),
                event.reason());
    }
}
