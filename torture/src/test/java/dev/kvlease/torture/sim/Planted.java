package dev.kvlease.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.Main;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.audit.Judgement;
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
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.torture.sim.rules.Broken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Looks for the seed that a planted defect fails, and shrinks what it did. */
final class Planted {
    private static final int SEEDS = 60;

    private Planted() {}

    /** A core that some records do not reach. */
    static Subject deafTo(Predicate<InputRecord> unheard) {
        return new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                if (!unheard.test(record)) {
                    record.applyTo(engine, at, out);
                }
            }
        };
    }

    static Shrunk assertFound(Subject defect, String rule, int mostSteps) {
        return assertFound(defect, rule, mostSteps, UnaryOperator.identity());
    }

    /** Plays seeds until the rule is broken, and shrinks. */
    static Shrunk assertFound(Subject defect, String rule, int mostSteps, UnaryOperator<Play> change) {
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
                assertExplainOpens(shrunk);
                return shrunk;
            }
        }
        throw new AssertionError("no seed up to " + SEEDS + " broke " + rule);
    }

    /** The records that are left are an event file like any other. */
    private static void assertExplainOpens(Shrunk shrunk) {
        Story story = new Story(shrunk.steps());
        Story.About about = story.about().orElseThrow();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            Path file = Files.createTempFile("shrunk", ".ndjson");
            try (OutputStream events = Files.newOutputStream(file)) {
                story.writeRecords(events);
            }
            PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
            Console console = new Console(InputStream.nullInputStream(), said, err, false, System::nanoTime, Map.of());
            int code = Main.run(
                    console,
                    "explain",
                    "--input",
                    file.toString(),
                    "--holder",
                    about.holder(),
                    "--request",
                    about.request());
            Files.delete(file);
            assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Crashes often, commits seldom, and gates learn late what was said, so that much is lost. */
    static Play forgetful(Play play) {
        return crashing(play, false);
    }

    /** The same, and what a crash takes away is taken away at once, so that a task goes on exactly where it was. */
    static Play forgetfulButExact(Play play) {
        return crashing(play, true);
    }

    private static Play crashing(Play play, boolean exactlyOnce) {
        StreamModel s = play.stream();
        GateModel g = play.gates();
        StreamModel crashing = new StreamModel(
                1, exactlyOnce, 5_000_000_000L, 0.03, s.maxDownNs(), false, s.stallsPerHour(), s.maxStallNs(), 0, 0);
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

    static LeaseEvent heartbeat(LeaseEvent event) {
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

    /** What is changed of what the core says; as it is, nothing. */
    interface Altered {
        default boolean tells(Verdict verdict) {
            return true;
        }

        default boolean reports(Violation violation) {
            return true;
        }

        default Violation violation(Violation violation) {
            return violation;
        }

        default Judgement judgement(Judgement judgement) {
            return judgement;
        }
    }

    static Subject altered(Altered altered) {
        return new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                record.applyTo(engine, at, new AlteredEffects(altered, out));
            }

            @Override
            public void repeatLastWords(LeaseEngine engine, AsOf asOf, Effects out) {
                engine.repeatLastWords(asOf, new AlteredEffects(altered, out));
            }
        };
    }

    private record AlteredEffects(Altered altered, Effects out) implements Effects {
        @Override
        public void verdict(Verdict verdict) {
            if (altered.tells(verdict)) {
                out.verdict(verdict);
            }
        }

        @Override
        public void violation(Violation violation) {
            if (altered.reports(violation)) {
                out.violation(altered.violation(violation));
            }
        }

        @Override
        public void judged(Judgement judgement) {
            out.judged(altered.judgement(judgement));
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
        public void leaseEnded(EndReason reason) {
            out.leaseEnded(reason);
        }
    }
}
