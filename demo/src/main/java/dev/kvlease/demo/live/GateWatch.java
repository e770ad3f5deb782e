package dev.kvlease.demo.live;

import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.gate.RevocationListener;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.Taken;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Counts what a reader's gate takes, and wakes the read that it is about. Safe for many threads. */
final class GateWatch implements RevocationListener {
    private static final long UNKNOWN = -1;

    private final RunStats stats;
    private final LongSupplier nanoTime;
    private final Consumer<String> wake;
    private final Map<String, Long> askedNs = new ConcurrentHashMap<>();

    /**
     * A watch over one gate.
     *
     * @param stats counts
     * @param nanoTime a clock of arbitrary origin, in nanoseconds
     * @param wake told the read request of each verdict that is the reader's own
     */
    GateWatch(RunStats stats, LongSupplier nanoTime, Consumer<String> wake) {
        this.stats = stats;
        this.nanoTime = nanoTime;
        this.wake = wake;
    }

    /** A read is asked for, for the first time. */
    void asked(String readRequestId) {
        askedNs.put(readRequestId, nanoTime.getAsLong());
    }

    /** A read is over. */
    void forget(String readRequestId) {
        askedNs.remove(readRequestId);
    }

    @Override
    public void revoked(ReadKey read, String reason) {
        // told again below, with the verdict
    }

    @Override
    public void taken(GateVerdict verdict, Taken taken) {
        if (taken == Taken.OTHER_READER || taken == Taken.OTHER_LIFE) {
            return;
        }
        boolean revocation = verdict.kind() == GateVerdict.Kind.REVOCATION || taken == Taken.REVOKED;
        if (revocation) {
            stats.revoked(verdict, taken == Taken.REVOKED);
        } else {
            stats.answered(verdict, tookNs(verdict.key().readRequestId()));
        }
        wake.accept(verdict.key().readRequestId());
    }

    /** Only of a read's first answer: the gate asks again by itself. */
    private long tookNs(String readRequestId) {
        Long since = askedNs.remove(readRequestId);
        return since == null ? UNKNOWN : nanoTime.getAsLong() - since;
    }
}
