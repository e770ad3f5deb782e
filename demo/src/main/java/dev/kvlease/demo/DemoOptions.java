package dev.kvlease.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a demo does.
 *
 * @param lasts how long the fleet runs; empty until it is stopped
 * @param holders engines that hold blocks, at least 1; a quarter of them are prefill engines
 * @param readers engines that read, at least 1
 * @param conversations conversations at any time, at least 1
 * @param engines how engines reach the platform
 * @param seed decides everything that is left to chance
 * @param directory where broker and state are kept; empty, or not there yet
 * @param record the event file that the run is written to
 */
public record DemoOptions(
        Optional<Duration> lasts,
        int holders,
        int readers,
        int conversations,
        EngineKind engines,
        long seed,
        Path directory,
        Optional<Path> record) {
    /** Checks the ranges. */
    public DemoOptions {
        if (holders < 1 || readers < 1 || conversations < 1) {
            throw new IllegalArgumentException("a demo needs a holder, a reader and a conversation");
        }
    }
}
