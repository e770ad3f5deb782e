package dev.kvlease.torture.sim;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the clocks of engines may do. */
public enum TortureMode {
    /** Every clock's rate is within the bound that the rules rest on, and none steps: everything must hold. */
    WITHIN_BOUNDS,
    /** Clocks drift beyond the bound and step: what rests on the bound cannot hold, the rest must. */
    OUTSIDE_BOUNDS;

    /**
     * Its name on the command line.
     *
     * @return small letters with hyphens
     */
    public String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The mode of a name.
     *
     * @param option a name on the command line
     * @return the mode, or empty if there is none of that name
     */
    public static Optional<TortureMode> of(String option) {
        return Arrays.stream(values())
                .filter(mode -> mode.option().equals(option))
                .findFirst();
    }
}
