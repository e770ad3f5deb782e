package dev.kvlease.benchmarks.report;

/** The heap of this process. */
public final class Heap {
    private Heap() {}

    /**
     * What is in use after a collection.
     *
     * @return bytes
     */
    public static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
