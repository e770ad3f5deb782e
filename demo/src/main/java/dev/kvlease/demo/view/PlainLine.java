package dev.kvlease.demo.view;

import dev.kvlease.demo.stats.Snapshot;

/** One line about a moment, for logs and pipes. */
public final class PlainLine {
    private PlainLine() {}

    /**
     * Says how the run stands.
     *
     * @param seen what is told
     * @return one line
     */
    public static String of(Snapshot seen) {
        return Texts.format(
                "%s  %,d verdicts: %,d READABLE, %,d EXPIRED; %,d revoked; %,d violations; p99 %s; %,d records",
                Texts.clock(seen.elapsedNs()),
                seen.answers(),
                seen.readable(),
                seen.expired(),
                seen.revocations(),
                seen.violations(),
                Texts.span(seen.latency().p99Ns(), Style.PLAIN),
                seen.records());
    }
}
