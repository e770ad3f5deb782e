package dev.kvlease.app.audit;

/** Why nothing can be said about a completed read. */
public enum NotJudged {
    /** The holder sends no lease events at all. */
    HOLDER_UNTRACKED("the holder sends no lease events"),
    /** The holder sends lease events, but its ENGINE_STARTED had not been seen yet. */
    HISTORY_CUT("the records begin in the middle of the holder's life, before its start was told again"),
    /** The pair had no usable clock when the outcome came. */
    CLOCK_UNKNOWN("the two clocks could not be compared when the outcome came"),
    /** The read names a life of the holder that has not started. */
    LIFE_UNKNOWN("the start of the holder's life that it names has not been seen"),
    /** Too many reads of the holder waited for judgement. */
    TOO_MANY_WAITING("too many reads of the holder waited for judgement"),
    /** The outcome does not say which of the request's leases was read, and the reader had not been told of one. */
    LEASE_NOT_NAMED("the outcome does not say which of the request's leases was read"),
    /** The read had asked about another lease than its outcome names, by the deadline that came with the question. */
    LEASE_CONTRADICTED("its outcome names another lease than the reader had asked about"),
    /** The release that it may have ended after was caused by another read's completion. */
    AFTER_ANOTHER_READ("it may have ended after a release that another read's completion had caused"),
    /** The records end before the holder was heard past the end of the read. */
    WAITING_FOR_HOLDER("the records end before the holder was heard past the read's end"),
    /** The records end while lease events that may matter are missing. */
    WAITING_FOR_EVENTS("the records end while lease events are missing that may still come");

    private final String meaning;

    NotJudged(String meaning) {
        this.meaning = meaning;
    }

    /**
     * The reason in words.
     *
     * @return one phrase without a full stop
     */
    public String meaning() {
        return meaning;
    }
}
