package dev.kvlease.app.explain;

import dev.kvlease.core.clock.ClockOffset;

/** When something else happens to a pair's clock than that time goes on. */
public final class ClockTurn {
    private ClockTurn() {}

    /**
     * Whether a clock became known or unknown, stepped, or is of other lives.
     *
     * @param before what was known of it
     * @param now what is known now
     * @return false if only its bounds have changed
     */
    public static boolean isTurn(ClockOffset before, ClockOffset now) {
        return before.suspect() != now.suspect()
                || before.steps() != now.steps()
                || !before.holderLife().equals(now.holderLife())
                || !before.readerLife().equals(now.readerLife());
    }
}
