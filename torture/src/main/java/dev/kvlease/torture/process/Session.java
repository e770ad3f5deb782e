package dev.kvlease.torture.process;

import dev.kvlease.torture.process.check.Check;
import dev.kvlease.torture.process.fault.Fault;
import dev.kvlease.torture.process.world.Follower;
import dev.kvlease.torture.process.world.Instance;
import dev.kvlease.torture.process.world.Patience;
import dev.kvlease.torture.process.world.TortureException;
import dev.kvlease.torture.process.world.World;
import dev.kvlease.torture.process.world.WorldOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One guarantee, tortured from start to end. */
final class Session {
    private static final Duration START = Duration.ofMinutes(2);
    private static final int TERMINATED = 143;
    private static final int LEAST_CALM_MS = 500;
    private static final int MOST_CALM_MS = 2_000;

    private final World world;
    private final Recoveries recoveries;
    private final boolean named;
    private final int patience;
    private final Consumer<String> progress;
    private final Random random;
    private final List<String> problems;
    private int fenced;

    /**
     * A session that is about to begin.
     *
     * @param world what is tortured
     * @param recoveries takes how long each recovery took
     * @param problems takes what is wrong, as soon as it is seen; nothing if all is well
     * @param named whether somebody asked for just these faults, so that none may be left out
     * @param progress takes lines for a person
     */
    Session(World world, Recoveries recoveries, List<String> problems, boolean named, Consumer<String> progress) {
        this.world = world;
        this.recoveries = recoveries;
        this.problems = problems;
        this.named = named;
        this.patience = world.options().patience();
        this.progress = progress;
        this.random = new Random(world.options().seed());
    }

    /**
     * Lets faults strike, one after the other, and checks what was said.
     *
     * @param faults all that may strike
     * @param strikes how often one strikes
     */
    void run(List<Fault> faults, int strikes) throws Exception {
        List<Fault> possible = new ArrayList<>();
        for (Fault fault : faults) {
            Optional<String> obstacle = fault.obstacle(world);
            obstacle.ifPresent(why -> skip(fault, why));
            if (obstacle.isEmpty()) {
                possible.add(fault);
            }
        }
        if (possible.isEmpty()) {
            throw new TortureException("no fault can be tried here");
        }
        begin();
        int number = 0;
        for (Fault fault : Schedule.of(possible, strikes, random)) {
            if (fault.isRebuild() && !world.isRebuilt() && number > 0) {
                checkBeforeRebuild();
            }
            strike(fault, ++number, strikes);
        }
        end();
    }

    private void skip(Fault fault, String why) {
        say("skipped: %s: %s", fault.about().name(), why);
        if (named) {
            problems.add(fault.about().name() + " was asked for and could not be tried: " + why);
        }
    }

    private void say(String format, Object... values) {
        progress.accept(String.format(Locale.ROOT, format, values));
    }

    private void begin() throws Exception {
        world.instances().forEach(Instance::start);
        world.load().resume();
        Follower.Place start = world.follower().place();
        Patience.until("the first verdicts are there", START.multipliedBy(patience), () -> {
            supervise();
            return world.follower().verdicts() > 0 && world.follower().hasCommitted(start);
        });
        say("under load, %d records a second", world.options().perSecond());
    }

    private void strike(Fault fault, int number, int strikes) throws Exception {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LEAST_CALM_MS, MOST_CALM_MS));
        fault.strike(world, random);
        fault.heal(world);
        Duration bound = fault.bound().multipliedBy(patience);
        long healedNs = System.nanoTime();
        Follower.Place place = placeAtHealing(fault, bound);
        Duration untilAsked = since(healedNs);
        Duration first = untilAsked.plus(Patience.until(
                "a verdict after " + fault.about().name(),
                bound,
                () -> supervised(world.follower().hasAnsweredSince(place))));
        Patience.until(
                "everything done after " + fault.about().name(),
                bound,
                () -> supervised(world.follower().hasCommitted(place) && fault.isOver(world)));
        Duration done = since(healedNs);
        if (done.compareTo(bound) > 0) {
            throw new TortureException(fault.about().name() + " took " + done.toSeconds()
                    + " s to recover, longer than " + bound.toSeconds() + " s");
        }
        recoveries.add(fault, new Recoveries.Recovery(first, done));
        say(
                "%3d of %d  %-14s first verdict after %5.1f s, caught up after %5.1f s",
                number, strikes, fault.about().name(), Recoveries.seconds(first), Recoveries.seconds(done));
        fault.after(world);
        world.awaitReplicated(START.multipliedBy(patience));
        supervise();
        world.load().failure().ifPresent(lost -> {
            throw new TortureException(lost);
        });
    }

    /** The brokers may only be coming up now. */
    private Follower.Place placeAtHealing(Fault fault, Duration bound) throws InterruptedException {
        Follower.Place[] found = new Follower.Place[1];
        Patience.until("the cluster answers after " + fault.about().name(), bound, () -> {
            found[0] = world.follower().place();
            return true;
        });
        return found[0];
    }

    private static Duration since(long thenNs) {
        return Duration.ofNanos(System.nanoTime() - thenNs);
    }

    private boolean supervised(boolean condition) {
        supervise();
        return condition;
    }

    /** An instance that gives up is a fault of its own; it is started again, so that the rest can be seen. */
    private void supervise() {
        for (String line : world.supervise(this::countFenced)) {
            say("%s", line);
            problems.add(line);
        }
    }

    /** After all brokers were killed a coordinator may fence whom it does not know again; a supervisor starts it again. */
    private void countFenced(Instance instance) {
        fenced++;
        say("%s was fenced by the group's coordinator, and is started again", instance);
    }

    /** Afterwards records are taken again, and no longer must everything be the same. */
    private void checkBeforeRebuild() throws Exception {
        say(
                "letting %,d records come to their end, before the state is built anew",
                world.load().sent());
        world.settle(START.multipliedBy(patience));
        check(world);
        world.load().resume();
    }

    private void end() throws Exception {
        say("letting %,d records come to their end", world.load().sent());
        world.settle(START.multipliedBy(patience));
        for (Instance instance : world.instances()) {
            int exit = instance.stop();
            if (exit != TERMINATED) {
                problems.add(instance + " ended with " + exit + " on SIGTERM, not " + TERMINATED + ": "
                        + instance.lastLine());
            }
        }
        say("%-26s %,d, each started again", "instances fenced", fenced);
        check(world);
    }

    private void check(World tortured) throws IOException {
        say("checking");
        Check check = Check.of(tortured);
        check.lines().forEach(line -> say("%s", line));
        problems.addAll(check.problems());
    }

    /** What is tortured, for a title. */
    static String title(WorldOptions options) {
        return String.format(
                Locale.ROOT,
                "%s: %d broker%s, %d instance%s, seed %d",
                options.guarantee(),
                options.brokers(),
                options.brokers() == 1 ? "" : "s",
                options.instances(),
                options.instances() == 1 ? "" : "s",
                options.seed());
    }
}
