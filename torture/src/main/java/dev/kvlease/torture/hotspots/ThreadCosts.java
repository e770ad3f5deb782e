package dev.kvlease.torture.hotspots;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread has cost so far. */
final class ThreadCosts {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private ThreadCosts() {}

    static long cpuNs() {
        return THREADS.getCurrentThreadCpuTime();
    }

    static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
