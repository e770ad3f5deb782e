package dev.kvlease.torture.sim;

import dev.kvlease.app.cli.CommandException;
import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.app.cli.Progress;
import dev.kvlease.app.cli.Torture;
import dev.kvlease.torture.sim.rules.Broken;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What {@code simulate --torture} does. */
public final class SimulationTorture implements Torture {
    private static final long LOOK_MS = 200;

    /** Made by the service loader. */
    public SimulationTorture() {}

    @Override
    public ExitCode run(Order order, Console console) throws IOException {
        TortureMode mode = TortureMode.of(order.mode())
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE, "--mode must be within-bounds or outside-bounds, not " + order.mode()));
        Seeds seeds = new Seeds(mode, Subject.REAL, order.seed(), order.reads());
        Progress progress = new Progress(
                console, order.quiet(), "reads", seeds::reads, () -> seeds.reads() / (double) order.reads());
        Thread interrupted = new Thread(() -> console.err().println(goOn(seeds)));
        Runtime.getRuntime().addShutdownHook(interrupted);
        playAll(seeds, order.threads(), progress);
        Runtime.getRuntime().removeShutdownHook(interrupted);
        String done = progress.finish();
        if (!order.quiet()) {
            console.err().print(summary(mode, seeds, done));
        }
        if (seeds.failed().isEmpty() && seeds.declinesTooMuch()) {
            console.err().println("too few answers were READABLE: reads are declined without need");
            return ExitCode.FOUND_PROBLEMS;
        }
        if (seeds.failed().isEmpty()) {
            return ExitCode.OK;
        }
        tell(seeds.failed().get(), mode, order, console.err());
        return ExitCode.FOUND_PROBLEMS;
    }

    private static void playAll(Seeds seeds, int threads, Progress progress) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(seeds::play));
            }
            for (Future<?> each : running) {
                await(each, seeds, progress);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void await(Future<?> running, Seeds seeds, Progress progress) {
        while (true) {
            try {
                running.get(LOOK_MS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                progress.tick(", next is seed " + seeds.nextSeed());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private static String goOn(Seeds seeds) {
        return "go on with --seed " + seeds.nextSeed();
    }

    private static String summary(TortureMode mode, Seeds seeds, String done) {
        String failed = seeds.failed().map(run -> "seed " + run.seed()).orElse("none");
        return String.format(
                Locale.ROOT,
                """
                %s
                  %-40s %s
                  %-40s %,d to %,d
                  %-40s %,d
                  %-40s %.1f %%
                  %-40s %s
                %s
                """,
                done,
                "clocks",
                mode.option(),
                "seeds",
                seeds.firstSeed(),
                seeds.nextSeed() - 1,
                "records taken, those taken again too",
                seeds.records(),
                "answers that were READABLE",
                100 * seeds.readableShare(),
                "rules broken",
                failed,
                goOn(seeds));
    }

    private static String look(Shrunk shrunk, String file) {
        return new Story(shrunk.steps())
                .about()
                .map(about ->
                        "explain --input " + file + " --holder " + about.holder() + " --request " + about.request())
                .orElse("replay --input " + file + " --out -");
    }

    private static void tell(SeedRun failed, TortureMode mode, Order order, PrintStream err) throws IOException {
        Broken first = failed.broken().get(0);
        err.printf("%nseed %d broke %s%n  %s%n", failed.seed(), first.rule(), first.detail());
        Shrunk shrunk = Shrunk.of(Swarm.draw(failed.seed(), mode), failed.seed(), Subject.REAL, first);
        err.printf(
                "%nshrunk from %,d steps to %,d, in %,d tries:%n%s",
                shrunk.stepsBefore(), shrunk.steps().size(), shrunk.tries(), new Story(shrunk.steps()).text());
        err.printf("%n  %s%n", shrunk.broken().detail());
        try (OutputStream file = order.out().open()) {
            new Story(shrunk.steps()).writeRecords(file);
        }
        err.printf("""

                its records: %s; look with
                  ./kvlease %s
                the whole again with
                  ./kvlease simulate --torture --seed %d --reads 1 --mode %s
                """, order.out().name(), look(shrunk, order.out().name()), failed.seed(), mode.option());
    }
}
