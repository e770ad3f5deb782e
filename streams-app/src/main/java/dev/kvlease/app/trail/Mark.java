package dev.kvlease.app.trail;

/** What a trail tells besides the inputs' letters. */
sealed interface Mark {
    /** The step that it is about. */
    long step();

    /**
     * The record of a step does not follow the one that was taken before it of the same input.
     *
     * @param step the step
     * @param offset the record's offset
     */
    record Jump(long step, long offset) implements Mark {}

    /**
     * A run began after a step.
     *
     * @param step the last step that its state knows
     * @param run the run
     * @param from the run that wrote its state, or {@link #NONE}
     */
    record Begin(long step, long run, long from) implements Mark {
        /** The run began without a state. */
        static final long NONE = -1;
    }

    /**
     * What was read back of a holder is newer than the step that its run began at: a crash had cut the writing of it.
     *
     * @param step the step that found it; the last one of the run before if it was found when the run began
     */
    record Torn(long step) implements Mark {}
}
