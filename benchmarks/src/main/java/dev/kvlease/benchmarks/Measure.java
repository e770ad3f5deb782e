package dev.kvlease.benchmarks;

import java.io.PrintStream;

/** Prints the first measurements: {@code benchmarks/run}. */
public final class Measure {
    private static final int CORE_BATCHES = 12;

    private Measure() {}

    /**
     * Runs all measurements, or those named.
     *
     * @param args {@code core}, {@code replay}, {@code topology}; none means all
     * @throws Exception if a measurement cannot run
     */
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        out.println(CoreMeasurement.measure(CORE_BATCHES));
    }
}
