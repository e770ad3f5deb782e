package dev.kvlease.torture.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread has cost so far; waiting for others does not count. */
final class Meter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Meter() {}

    static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    static long cpuNs() {
        return THREADS.getCurrentThreadCpuTime();
    }

    static long cpuNs(Thread thread) {
        return THREADS.getThreadCpuTime(thread.getId());
    }
}
