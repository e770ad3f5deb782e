package dev.kvlease.benchmarks.draw;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stacks that were sampled, as a tree of frames from the outermost inwards. */
public final class Frames {
    private final Map<String, Frames> inner = new TreeMap<>();
    private long samples;

    /**
     * Takes a stack.
     *
     * @param outermostFirst the frames, as {@code package.Class.method}
     */
    public void add(List<String> outermostFirst) {
        Frames at = this;
        at.samples++;
        for (String frame : outermostFirst) {
            at = at.inner.computeIfAbsent(frame, name -> new Frames());
            at.samples++;
        }
    }

    /**
     * How many stacks.
     *
     * @return the samples that have this frame
     */
    public long samples() {
        return samples;
    }

    /** Frames called from here, by name. */
    Map<String, Frames> inner() {
        return inner;
    }

    /** Follows frames that have but one inner frame: what every stack has in common says nothing. */
    Frames branching() {
        Frames at = this;
        while (at.inner.size() == 1 && at.inner.values().iterator().next().samples == at.samples) {
            at = at.inner.values().iterator().next();
        }
        return at;
    }
}
