package dev.kvlease.benchmarks.report;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of the thread that asks, which other work on the machine does not stretch as it does wall time. */
public final class CpuTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuTime() {}

    /**
     * So far.
     *
     * @return nanoseconds
     */
    public static long ns() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
