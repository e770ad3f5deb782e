package dev.kvlease.fleet;

import java.util.SplittableRandom;

/** Virtual time, what is going to happen, and the one source of chance. */
final class Timeline {
    private static final double NS_PER_HOUR = 3600e9;

    private final EventQueue queue = new EventQueue();
    private final SplittableRandom random;
    private final long closingNs;
    private final long endNs;
    private long nowNs;

    Timeline(long seed, long closingNs, long endNs) {
        this.random = new SplittableRandom(seed);
        this.closingNs = closingNs;
        this.endNs = endNs;
    }

    long nowNs() {
        return nowNs;
    }

    /** Tells whether nothing new is begun any more. */
    boolean closing() {
        return nowNs >= closingNs;
    }

    void after(long delayNs, Runnable task) {
        at(nowNs + delayNs, task);
    }

    void at(long atNs, Runnable task) {
        if (atNs <= endNs) {
            queue.schedule(Math.max(atNs, nowNs), task);
        }
    }

    /** Runs the next task if it is due by {@code untilNs}. */
    boolean step(long untilNs) {
        long next = queue.nextAtNs();
        if (next > untilNs || queue.isEmpty()) {
            return false;
        }
        nowNs = next;
        queue.take().run();
        return true;
    }

    /** Lets time pass without a task; true time never falls. */
    void passTo(long trueNs) {
        nowNs = Math.max(nowNs, Math.min(trueNs, endNs));
    }

    boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    /** Uniform in [least, most]. */
    long between(long least, long most) {
        return least >= most ? least : random.nextLong(least, most + 1);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    double ppm(double most) {
        return (2 * random.nextDouble() - 1) * most;
    }

    /** Exponential with a mean, cut off at eight times the mean. */
    long exponential(long meanNs) {
        return (long) (meanNs * Math.min(8, -Math.log(1 - random.nextDouble())));
    }

    /** Time to the next event of a Poisson process. */
    long untilNext(double perHour) {
        return (long) (-Math.log(1 - random.nextDouble()) * NS_PER_HOUR / perHour);
    }

    String freshId(String prefix) {
        return prefix + Long.toHexString(random.nextLong());
    }
}
