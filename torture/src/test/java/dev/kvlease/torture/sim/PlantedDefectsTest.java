package dev.kvlease.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.torture.sim.rules.Broken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A torture that nothing fails proves nothing: each defect that is put in is found, and shrunk to the few steps it takes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlantedDefectsTest {
    private static final int SEEDS = 60;

    @Test
    void aCoreThatIgnoresReleases() throws IOException {
        Subject deaf = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (record instanceof InputRecord.Event event
                        && event.event().type() == LeaseEventType.BLOCKS_RELEASED) {
                    engine.apply(heartbeat(event.event()), at, out);
                } else {
                    record.applyTo(engine, at, out);
                }
            }
        };
        Shrunk shrunk = assertFound(deaf, "NoReadableAgainstEvidence", 8);
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
        assertFound(throwing, "NoException", 1);
    }

    @Test
    void aCoreThatNeverKnowsAClock() {
        Subject timeless = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (!(record instanceof InputRecord.Sample)) {
                    record.applyTo(engine, at, out);
                }
            }
        };
        assertFound(timeless, "DeclinedForAReason", 6);
    }

    @Test
    void aCoreThatHearsHoldersNoMore() {
        Subject dozing = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                boolean beat = record instanceof InputRecord.Event event
                        && event.event().type() == LeaseEventType.ENGINE_HEARTBEAT;
                if (!beat) {
                    record.applyTo(engine, at, out);
                }
            }
        };
        assertFound(dozing, "DeclinedForAReason", 8);
    }

    @Test
    void aCoreThatNeverGivesAClaimBack() {
        Subject stingy = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                boolean givesBack = record instanceof InputRecord.Outcome outcome
                        && outcome.outcome().status() != ReadStatus.COMPLETED;
                if (!givesBack) {
                    record.applyTo(engine, at, out);
                }
            }
        };
        assertFound(stingy, "DeclinedForAReason", 12);
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
        assertFound(hasty, "DeadlinesAreTrue", 5);
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
        assertFound(precise, "DeadlinesAreTrue", 8);
    }

    @Test
    void aCoreThatLosesItsLastWords() {
        Subject silent = new Subject() {
            @Override
            public void repeatLastWords(LeaseEngine engine, AsOf asOf, Effects out) {
                // nobody hears them
            }
        };
        assertFound(silent, "RevokedInTheEnd", 20, PlantedDefectsTest::forgetful);
    }

    @Test
    void aCoreThatRevokesNothing() {
        Subject mute = filtered(new Filter(verdict -> verdict.trigger() == Trigger.READ_INTENT, violation -> true));
        assertFound(mute, "RevokedInTheEnd", 20);
    }

    @Test
    void anAuditThatReportsNothing() {
        Subject blind = filtered(new Filter(verdict -> true, violation -> false));
        assertFound(blind, "ReadsJudged", 12);
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
        assertFound(credulous, "NothingForeignPublished", 14);
    }

    private static Shrunk assertFound(Subject defect, String rule, int mostSteps) {
        return assertFound(defect, rule, mostSteps, UnaryOperator.identity());
    }

    /** Plays seeds until the rule is broken, and shrinks. */
    private static Shrunk assertFound(Subject defect, String rule, int mostSteps, UnaryOperator<Play> change) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Play play = change.apply(Swarm.draw(seed, TortureMode.WITHIN_BOUNDS));
            SeedRun run = SeedRun.play(play, seed, defect, new KnownClocks(), step -> {});
            Optional<Broken> broken = run.broken().stream()
                    .filter(each -> each.rule().equals(rule))
                    .findFirst();
            if (broken.isPresent()) {
                Shrunk shrunk = Shrunk.of(play, seed, defect, broken.get());
                assertThat(shrunk.steps().size())
                        .as("seed %d, %s", seed, new Story(shrunk.steps()).text())
                        .isLessThanOrEqualTo(mostSteps);
                return shrunk;
            }
        }
        throw new AssertionError("no seed up to " + SEEDS + " broke " + rule);
    }

    /** Crashes often, commits seldom, and gates learn late what was said, so that much is lost. */
    private static Play forgetful(Play play) {
        StreamModel s = play.stream();
        GateModel g = play.gates();
        StreamModel crashing = new StreamModel(
                1, false, 5_000_000_000L, 0.03, s.maxDownNs(), false, s.stallsPerHour(), s.maxStallNs(), 0, 0);
        GateModel late = new GateModel(
                g.options(),
                g.usesFallback(),
                g.sampleEveryNs(),
                3_000_000_000L,
                g.stallsPerHour(),
                g.maxStallNs(),
                0,
                0);
        return new Play(play.mode(), play.fleet(), crashing, late, play.settings());
    }

    private static LeaseEvent heartbeat(LeaseEvent event) {
        return new LeaseEvent(
                LeaseEventType.ENGINE_HEARTBEAT,
                event.holder(),
                event.life(),
                event.seq(),
                event.clockNs(),
                "",
                Optional.empty(),
                new int[0],
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                "");
    }

    private record Filter(Predicate<Verdict> verdicts, Predicate<Violation> violations) {}

    private static Subject filtered(Filter filter) {
        return new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                record.applyTo(engine, at, new Filtered(filter, out));
            }

            @Override
            public void repeatLastWords(LeaseEngine engine, AsOf asOf, Effects out) {
                engine.repeatLastWords(asOf, new Filtered(filter, out));
            }
        };
    }

    private record Filtered(Filter filter, Effects out) implements Effects {
        @Override
        public void verdict(Verdict verdict) {
            if (filter.verdicts().test(verdict)) {
                out.verdict(verdict);
            }
        }

        @Override
        public void violation(Violation violation) {
            if (filter.violations().test(violation)) {
                out.violation(violation);
            }
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            out.clockOffset(offset);
        }

        @Override
        public void refused(BadRecord reason) {
            out.refused(reason);
        }

        @Override
        public void note(Note note) {
            out.note(note);
        }

        @Override
        public void judged(Judgement judgement) {
            out.judged(judgement);
        }

        @Override
        public void leaseEnded(EndReason reason) {
            out.leaseEnded(reason);
        }
    }
}
