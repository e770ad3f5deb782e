package dev.kvlease.app.whatif;

/**
 * What became of the reads in one variant. admitted + declined are all reads; of the admitted, certain, possible, lawful
 * and admittedUnknown are all; of the declined, inVain, rightly and declinedUnknown.
 *
 * @param variant the variant
 * @param admitted reads that it lets through
 * @param certain of those, surely contaminated
 * @param possible of those, perhaps contaminated
 * @param lawful of those, surely not
 * @param admittedUnknown of those, nothing can be said
 * @param declined reads that it stops
 * @param inVain of those, good ones
 * @param rightly of those, surely or perhaps contaminated ones
 * @param declinedUnknown of those, nothing can be said
 */
public record Row(
        Variant variant,
        long admitted,
        long certain,
        long possible,
        long lawful,
        long admittedUnknown,
        long declined,
        long inVain,
        long rightly,
        long declinedUnknown) {
    /** Nothing counted yet. */
    static Row of(Variant variant) {
        return new Row(variant, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    Row admit(Fate fate) {
        return new Row(
                variant,
                admitted + 1,
                certain + (fate == Fate.CERTAIN ? 1 : 0),
                possible + (fate == Fate.POSSIBLE ? 1 : 0),
                lawful + (fate == Fate.LAWFUL ? 1 : 0),
                admittedUnknown + (fate == Fate.UNKNOWN ? 1 : 0),
                declined,
                inVain,
                rightly,
                declinedUnknown);
    }

    Row decline(Fate fate) {
        return new Row(
                variant,
                admitted,
                certain,
                possible,
                lawful,
                admittedUnknown,
                declined + 1,
                inVain + (fate == Fate.LAWFUL ? 1 : 0),
                rightly + (fate == Fate.CERTAIN || fate == Fate.POSSIBLE ? 1 : 0),
                declinedUnknown + (fate == Fate.UNKNOWN ? 1 : 0));
    }
}
