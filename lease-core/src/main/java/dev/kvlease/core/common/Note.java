package dev.kvlease.core.common;

/** What happened to a record without a verdict or a violation to show for it: counted, and never an error. */
public enum Note {
    /** An event or sample of a superseded life was ignored. */
    SUPERSEDED_LIFE_IGNORED,
    /** An event of a life that has not started; a tracked holder is in doubt about it. */
    UNKNOWN_LIFE_IGNORED,
    /** An event whose seq had been seen. */
    DUPLICATE_EVENT,
    /** An event that came later than the horizon and was not applied. */
    EVENT_TOO_LATE,
    /** An outcome that repeats one already taken. */
    OUTCOME_REPEATED,
    /** An outcome of a life that has not started. */
    OUTCOME_OF_UNKNOWN_LIFE,
    /** An outcome other than COMPLETED, of a life that is over. */
    OUTCOME_IGNORED,
    /** A completed read of an untracked holder. */
    NOT_JUDGEABLE_UNTRACKED,
    /** A completed read whose pair has no usable clock. */
    NOT_JUDGEABLE_CLOCK_UNKNOWN,
    /** A completed read beyond the limit of reads that wait for judgement. */
    NOT_JUDGEABLE_TOO_MANY,
    /** A completed read was judged and had read what was leased. */
    JUDGED_CLEAN,
    /** A completed read was judged and gave a violation. */
    JUDGED_VIOLATION,
    /** A judgement was made although an event above the lease is missing or lost. */
    JUDGED_ON_INCOMPLETE_EVIDENCE,
    /**
     * Events were given up for lost, for they were missing too long or came too late. Counted once a record, and only if
     * the highest seq lost so far grew.
     */
    EVENT_LOST,
    /** The clock of a pair stepped. */
    CLOCK_STEPPED
}
