package dev.kvlease.app.audit;

/** What a read ran into, finer than the type of its violation. */
public enum Cause {
    /** The deadline had passed on the holder's clock. */
    DEADLINE("the lease's deadline had passed"),
    /** The holder's sweep had ended the lease. */
    SWEEP("the holder's sweep had ended the lease"),
    /** The holder had released the blocks. */
    RELEASE("the holder had released the blocks"),
    /** The request had been given other blocks. */
    REPLACEMENT("the request had been given other blocks"),
    /** A block had been given to another request. */
    REUSE("the holder had given a block to another request"),
    /** No such lease is known. */
    NO_LEASE("no such lease is known"),
    /** No such lease is known, and the records begin in the middle of this life of the holder. */
    HISTORY_CUT("no such lease is known, but the records begin in the middle of this life of the holder"),
    /** The life of the holder was over. */
    RESTART("the holder had restarted"),
    /** The holder gave a block away while it was leased; no read is needed for that. */
    DOUBLE_ALLOCATION("the holder gave a leased block to another request");

    private final String meaning;

    Cause(String meaning) {
        this.meaning = meaning;
    }

    /**
     * The cause in words.
     *
     * @return one phrase without a full stop
     */
    public String meaning() {
        return meaning;
    }
}
