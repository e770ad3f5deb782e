package dev.kvlease.torture.sim;

import dev.kvlease.torture.sim.rules.Broken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What one seed gave.
 *
 * @param seed the seed
 * @param reads reads that were over; 0 if an exception ended it
 * @param records records that the application took; 0 if an exception ended it
 * @param answers answers that readers were given; 0 if an exception ended it
 * @param readable those of them that were READABLE
 * @param broken the rules that did not hold, in order
 */
record SeedRun(long seed, long reads, long records, long answers, long readable, List<Broken> broken) {
    /** Plays a seed. */
    static SeedRun play(long seed, TortureMode mode, Subject subject) {
        return play(Swarm.draw(seed, mode), seed, subject, new KnownClocks(), step -> {});
    }

    /** Plays a seed, and keeps its clocks and its steps. */
    static SeedRun play(Play play, long seed, Subject subject, KnownClocks clocks, Consumer<Step.Numbered> recorder) {
        List<Broken> broken = new ArrayList<>();
        try {
            Conductor conductor = new Conductor(play, seed, subject, broken::add, clocks, recorder);
            conductor.play();
            return new SeedRun(
                    seed,
                    conductor.reads(),
                    conductor.records(),
                    conductor.answers(),
                    conductor.readable(),
                    List.copyOf(broken));
        } catch (Throwable e) {
            // what the core throws is a finding like any other, and must not end the thread that plays the seeds
            broken.add(Broken.by(e));
            return new SeedRun(seed, 0, 0, 0, 0, List.copyOf(broken));
        }
    }
}
