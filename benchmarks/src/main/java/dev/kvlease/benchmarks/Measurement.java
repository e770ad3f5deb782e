package dev.kvlease.benchmarks;

import dev.kvlease.benchmarks.report.Run;

/**
 * One entry of the table of measurements.
 *
 * @param name what it is asked for by
 * @param usual whether it is run when nothing is asked for
 * @param takes how long it takes on two quiet cores
 * @param what it does
 * @param job runs it
 */
record Measurement(String name, boolean usual, String takes, String what, Job job) {
    /** Prints the figures of one measurement. */
    @FunctionalInterface
    interface Job {
        /**
         * Runs it.
         *
         * @param run how long, and where the figures go
         * @throws Exception if it cannot run, or if what it checks does not hold
         */
        void run(Run run) throws Exception;
    }
}
