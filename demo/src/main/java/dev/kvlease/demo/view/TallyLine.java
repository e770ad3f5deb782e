package dev.kvlease.demo.view;

import dev.kvlease.demo.stats.ZmqTally;

/** What went over ZeroMQ, in a line for a person. */
final class TallyLine {
    private TallyLine() {}

    static String of(ZmqTally tally) {
        return Texts.format(
                "Over ZeroMQ: %,d batches of %d engines, %,d of them lost on the way and asked for again, %s;%n"
                        + "  %,d verdicts back to readers.",
                tally.batches(),
                tally.engines(),
                tally.lost(),
                tally.missing() == 0
                        ? "none missing"
                        : Texts.format("%,d never came, their process had died", tally.missing()),
                tally.verdicts());
    }
}
