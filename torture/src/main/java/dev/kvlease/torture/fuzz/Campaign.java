package dev.kvlease.torture.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The cases of one target. Good input is changed at random; a case with an outcome that was not seen before is built upon.
 * The same seed and number of cases give the same cases.
 */
final class Campaign {
    /** CPU time that any case may take, and more for each of its bytes; generous, since what is looked for is quadratic. */
    static final long MOST_CPU_NS = 200_000_000;

    static final long MOST_CPU_NS_PER_BYTE = 5_000;

    private static final int MOST_KEPT = 2_000;

    private final Target target;
    private final SplittableRandom random;
    private final Mutator mutator;
    private final List<byte[]> corpus = new ArrayList<>();
    private final Map<String, Long> outcomes = new HashMap<>();
    private final Map<String, Finding> findings = new HashMap<>();

    private volatile byte[] running = {};
    private volatile long begunNs = System.nanoTime();
    private final AtomicLong cases = new AtomicLong();

    Campaign(Target target, long seed) {
        this.target = target;
        this.random = new SplittableRandom(seed ^ target.name().hashCode());
        this.mutator = new Mutator(random, target.words());
        corpus.addAll(target.seeds(seed));
    }

    /** Takes the good input as it is, and then as many changed cases. */
    void run(long number) {
        corpus.forEach(this::warmUp);
        List.copyOf(corpus).forEach(this::one);
        for (long i = 0; i < number; i++) {
            one(mutator.mutate(any(), any()));
        }
    }

    /** Takes one case. */
    void one(byte[] input) {
        running = input;
        begunNs = System.nanoTime();
        cases.incrementAndGet();
        try {
            String outcome = costed(input);
            if (outcomes.merge(outcome, 1L, Long::sum) == 1 && corpus.size() < MOST_KEPT) {
                corpus.add(input);
            }
        } catch (VirtualMachineError | Exception | AssertionError e) {
            found(Finding.of(target.name(), e, input));
        }
    }

    /** Classes are loaded and tables built, which counts for no case. */
    private void warmUp(byte[] input) {
        running = input;
        begunNs = System.nanoTime();
        try {
            target.take(input);
        } catch (VirtualMachineError | Exception | AssertionError e) {
            found(Finding.of(target.name(), e, input));
        }
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private String costed(byte[] input) throws Exception {
        long allocated = Meter.allocatedBytes();
        long begun = System.nanoTime();
        String outcome = target.take(input);
        long tookNs = System.nanoTime() - begun;
        long bytes = Meter.allocatedBytes() - allocated;
        if (bytes > target.mostAllocated(input) || tookNs > mostCpuNs(input)) {
            checkAgain(input);
        }
        return outcome;
    }

    static long mostCpuNs(byte[] input) {
        return MOST_CPU_NS + MOST_CPU_NS_PER_BYTE * input.length;
    }

    /** The least of some tries counts: what a case costs once, such as loading a class, is not its cost. */
    private void checkAgain(byte[] input) throws Exception {
        long leastBytes = Long.MAX_VALUE;
        long leastNs = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long allocated = Meter.allocatedBytes();
            long cpuNs = Meter.cpuNs();
            target.take(input);
            leastNs = Math.min(leastNs, Meter.cpuNs() - cpuNs);
            leastBytes = Math.min(leastBytes, Meter.allocatedBytes() - allocated);
        }
        Finding.require(
                leastBytes <= target.mostAllocated(input),
                "it allocates more than its bound; " + leastBytes + " bytes for " + input.length);
        Finding.require(
                leastNs <= mostCpuNs(input),
                "it takes more time than its bound; " + leastNs / 1_000_000 + " ms of CPU for " + input.length
                        + " bytes");
    }

    private void found(Finding finding) {
        findings.putIfAbsent(finding.kind(), finding);
    }

    /** Whether a case does it, for the shrinker. */
    Optional<Finding> tryAgain(byte[] input) {
        running = input;
        begunNs = System.nanoTime();
        try {
            costed(input);
            return Optional.empty();
        } catch (VirtualMachineError | Exception | AssertionError e) {
            return Optional.of(Finding.of(target.name(), e, input));
        }
    }

    Target target() {
        return target;
    }

    long cases() {
        return cases.get();
    }

    int outcomes() {
        return outcomes.size();
    }

    /** How often each outcome came, for who wants to see what was reached. */
    Map<String, Long> outcomeCounts() {
        return outcomes;
    }

    List<Finding> findings() {
        return List.copyOf(findings.values());
    }

    /** The case that is being taken. */
    byte[] running() {
        return running;
    }

    /** Since when. */
    long begunNs() {
        return begunNs;
    }
}
