package dev.kvlease.benchmarks.gate;

import dev.kvlease.benchmarks.report.Heap;
import dev.kvlease.gate.core.Answer;
import java.util.Locale;

/** Prints how much heap a gate takes with 100,000 live verdicts. */
public final class GateMemory {
    private static final int ROUNDS = 5;

    private GateMemory() {}

    /**
     * Runs it.
     *
     * @param args none
     */
    public static void main(String[] args) {
        long leastBytes = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            leastBytes = Math.min(leastBytes, filledBytes());
        }
        System.out.printf(
                Locale.ROOT,
                "gate with %,d live verdicts   %.1f MB, %d B each (least of %d)%n",
                FilledGate.READS,
                leastBytes / 1e6,
                leastBytes / FilledGate.READS,
                ROUNDS);
    }

    private static long filledBytes() {
        long before = Heap.usedBytes();
        FilledGate filled = new FilledGate();
        long bytes = Heap.usedBytes() - before;
        Answer last = filled.gate.check(filled.tickets.get(FilledGate.READS - 1), FilledGate.NOW_NS);
        if (!last.isReadable()) {
            throw new IllegalStateException("the gate is not filled: " + last);
        }
        return bytes;
    }
}
