package dev.kvlease.app.whatif;

import dev.kvlease.core.Settings;

/**
 * One column of a comparison.
 *
 * @param name how the options name it
 * @param settings the rules' variable parts
 * @param ttlScale by what the durations of all leases are multiplied
 * @param originalFix whether the original fix decides in place of the rules
 */
public record Variant(String name, Settings settings, double ttlScale, boolean originalFix) {
    /** The rules as they are. */
    public static final Variant BASE = new Variant("as it is", Settings.DEFAULT, 1, false);

    /**
     * The rules with other settings.
     *
     * @param name how the options name it
     * @param settings the settings
     * @return the variant
     */
    public static Variant of(String name, Settings settings) {
        return new Variant(name, settings, 1, false);
    }

    boolean isScaled() {
        return ttlScale != 1;
    }
}
