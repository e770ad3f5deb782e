package dev.kvlease.torture.sim;

import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Plays one seed after the other, on several threads, until there were as many reads as asked for or a rule is broken. */
final class Seeds {
    /** A core that declines without need may break no other rule. The real one allows more than half. */
    private static final double LEAST_READABLE_SHARE = 0.3;

    private static final long ENOUGH_ANSWERS = 5_000;

    private final TortureMode mode;
    private final Subject subject;
    private final long enoughReads;
    private final long firstSeed;
    private final AtomicLong next;
    private final TreeMap<Long, SeedRun> ahead = new TreeMap<>();
    private long nextToCount;
    private long reads;
    private long records;
    private long answers;
    private long readable;
    private Optional<SeedRun> failed = Optional.empty();

    Seeds(TortureMode mode, Subject subject, long firstSeed, long enoughReads) {
        this.mode = mode;
        this.subject = subject;
        this.firstSeed = firstSeed;
        this.enoughReads = enoughReads;
        this.next = new AtomicLong(firstSeed);
        this.nextToCount = firstSeed;
    }

    /** Plays seeds until it is over; to be called by each thread. */
    void play() {
        while (!isOver() && !Thread.currentThread().isInterrupted()) {
            count(SeedRun.play(next.getAndIncrement(), mode, subject));
        }
    }

    /** Seeds count in their order, whichever thread was faster, so that the same call gives the same. */
    private synchronized void count(SeedRun run) {
        ahead.put(run.seed(), run);
        while (!isOver() && !ahead.isEmpty() && ahead.firstKey() == nextToCount) {
            SeedRun counted = ahead.pollFirstEntry().getValue();
            nextToCount++;
            reads += counted.reads();
            records += counted.records();
            answers += counted.answers();
            readable += counted.readable();
            failed = counted.broken().isEmpty() ? Optional.empty() : Optional.of(counted);
        }
    }

    synchronized boolean isOver() {
        return failed.isPresent() || reads >= enoughReads;
    }

    synchronized long reads() {
        return reads;
    }

    synchronized long records() {
        return records;
    }

    /** Answers that were READABLE, of all; not a number before there was one. */
    synchronized double readableShare() {
        return readable / (double) answers;
    }

    /** Whether so few answers were READABLE, in a run long enough to tell, that reads must have been declined without need. */
    synchronized boolean declinesTooMuch() {
        return areTooFew(readable, answers);
    }

    static boolean areTooFew(long readable, long answers) {
        return answers >= ENOUGH_ANSWERS && readable < LEAST_READABLE_SHARE * answers;
    }

    long firstSeed() {
        return firstSeed;
    }

    /** The seed to go on with. */
    synchronized long nextSeed() {
        return nextToCount;
    }

    /** The first seed of which a rule was broken. */
    synchronized Optional<SeedRun> failed() {
        return failed;
    }
}
