package dev.kvlease.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.gate.core.GateVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A torture that nothing fails proves nothing: each defect that is put in is found, and shrunk to the few steps it takes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlantedDefectsTest {
    @Test
    void aCoreThatIgnoresReleases() throws IOException {
        Subject deaf = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (record instanceof InputRecord.Event event
                        && event.event().type() == LeaseEventType.BLOCKS_RELEASED) {
                    engine.apply(Planted.heartbeat(event.event()), at, out);
                } else {
                    record.applyTo(engine, at, out);
                }
            }
        };
        Shrunk shrunk = Planted.assertFound(deaf, "NoReadableAgainstEvidence", 8);
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        new Story(shrunk.steps()).writeRecords(events);
        assertThat(events.toString(StandardCharsets.UTF_8)).contains("BLOCKS_RELEASED");
    }

    @Test
    void aCoreThatThrows() {
        Subject throwing = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (record instanceof InputRecord.Event event
                        && event.event().type() == LeaseEventType.BLOCKS_RELEASED) {
                    throw new IllegalStateException("planted");
                }
                record.applyTo(engine, at, out);
            }
        };
        Planted.assertFound(throwing, "NoException", 1);
    }

    @Test
    void aCoreThatNeverKnowsAClock() {
        Subject timeless = Planted.deafTo(record -> record instanceof InputRecord.Sample);
        Planted.assertFound(timeless, "DeclinedForAReason", 6);
    }

    @Test
    void aCoreThatHearsHoldersNoMore() {
        Subject dozing = Planted.deafTo(record ->
                record instanceof InputRecord.Event event && event.event().type() == LeaseEventType.ENGINE_HEARTBEAT);
        Planted.assertFound(dozing, "DeclinedForAReason", 8);
    }

    @Test
    void aCoreThatNeverGivesAClaimBack() {
        Subject stingy = Planted.deafTo(record -> record instanceof InputRecord.Outcome outcome
                && outcome.outcome().status() != ReadStatus.COMPLETED);
        Planted.assertFound(stingy, "DeclinedForAReason", 12);
    }

    @Test
    void aCoreWithoutItsMargin() {
        Subject hasty = new Subject() {
            @Override
            public LeaseEngine engine(String holder, Settings s, boolean journaling) {
                Settings without = new Settings(0, s.driftPpm(), s.untrackedExpired(), s.missingDeadlineExpired());
                return new LeaseEngine(holder, without, journaling);
            }
        };
        Planted.assertFound(hasty, "DeadlinesAreTrue", 5);
    }

    @Test
    void aCoreThatTrustsClocksMoreThanTheBound() {
        Subject precise = new Subject() {
            @Override
            public LeaseEngine engine(String holder, Settings s, boolean journaling) {
                Settings without = new Settings(s.marginNs(), 0, s.untrackedExpired(), s.missingDeadlineExpired());
                return new LeaseEngine(holder, without, journaling);
            }
        };
        Planted.assertFound(precise, "DeadlinesAreTrue", 8);
    }

    @Test
    void aCoreThatLosesItsLastWords() {
        Subject silent = new Subject() {
            @Override
            public void repeatLastWords(LeaseEngine engine, AsOf asOf, Effects out) {
                // nobody hears them
            }
        };
        Planted.assertFound(silent, "RevokedInTheEnd", 20, Planted::forgetful);
    }

    @Test
    void aCoreThatRevokesNothing() {
        Subject mute = Planted.altered(new Planted.Altered() {
            @Override
            public boolean tells(Verdict verdict) {
                return verdict.trigger() == Trigger.READ_INTENT;
            }
        });
        Planted.assertFound(mute, "RevokedInTheEnd", 20);
    }

    @Test
    void anAuditThatReportsNothing() {
        Subject blind = Planted.altered(new Planted.Altered() {
            @Override
            public boolean reports(Violation violation) {
                return false;
            }
        });
        Planted.assertFound(blind, "ReadsJudged", 12);
    }

    @Test
    void aGateThatConfirmsWithoutHearingTheHolder() {
        Subject credulous = new Subject() {
            @Override
            public GateVerdict seen(GateVerdict v) {
                return new GateVerdict(
                        v.reader(),
                        v.readerLife(),
                        v.key(),
                        v.holderLife(),
                        v.leaseSeq(),
                        v.readable(),
                        v.reason(),
                        v.kind(),
                        v.provisional(),
                        v.readableUntilNs(),
                        v.deadlineNs(),
                        v.revision(),
                        v.tracked(),
                        Absent.is(v.watermarkNs()) ? v.watermarkNs() : Long.MAX_VALUE,
                        v.bounds(),
                        v.driftPpm(),
                        v.intentOffset());
            }
        };
        Planted.assertFound(credulous, "NothingForeignPublished", 14);
    }
}
