package dev.kvlease.app.whatif;

/** What a read returned, or would have returned. */
enum Fate {
    /** Its lease was held until its end. */
    LAWFUL,
    /** The clocks' bounds leave room for both. */
    POSSIBLE,
    /** Its lease was over before its end. */
    CERTAIN,
    /** Nothing can be said: no lease or no clock. */
    UNKNOWN
}
