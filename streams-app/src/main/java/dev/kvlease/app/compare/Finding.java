package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What came of one verdict.
 *
 * @param kind whether it is the same
 * @param doubt why that may prove nothing
 * @param step where the task was
 * @param recorded as the stream wrote it; empty if it did not
 * @param replayed as it follows from the records; empty if it does not
 * @param fields in which the two differ
 */
public record Finding(
        Kind kind,
        Doubt doubt,
        At step,
        Optional<Recorded> recorded,
        Optional<Verdict> replayed,
        List<FieldDifference> fields) {
    /** Whether a verdict is the same. */
    public enum Kind {
        /** Every field is the same. */
        SAME("same"),
        /** The stream wrote another verdict for the same read. */
        DIFFERENT("different"),
        /** The stream wrote none, and later ones that lie behind it. */
        MISSING("missing"),
        /** The stream wrote one that does not follow from the records. */
        EXTRA("extra"),
        /** The stream wrote none, nor anything behind it, before its run ended: a crash, or the end of what was read. */
        NOT_WRITTEN("not written before the run ended");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /**
         * The kind in words.
         *
         * @return a phrase
         */
        public String words() {
            return words;
        }
    }

    /** Why a difference may not be the stream's fault. */
    public enum Doubt {
        /** It is one. */
        NONE(""),
        /** In which order some records were taken is not recorded; the replay took them by record time. */
        ORDER_UNKNOWN("the order of some records before it was not recorded, and was guessed by record time"),
        /** What the run had known when the records begin is not there any more. */
        HISTORY_CUT("the records do not reach back to the beginning of the state that it rests on"),
        /** A crash left a state that was written in part. */
        STATE_TORN("a crash had cut the writing of the state that it rests on");

        private final String words;

        Doubt(String words) {
            this.words = words;
        }

        /**
         * The doubt in words.
         *
         * @return a phrase; empty for none
         */
        public String words() {
            return words;
        }
    }

    /**
     * A step of a task.
     *
     * @param partition the partition of the inputs
     * @param run the run
     * @param step the number of the step
     * @param topic the input of the record that it took
     * @param offset the record's offset
     */
    public record At(int partition, long run, long step, Topic topic, long offset) {}

    private boolean differs() {
        return kind == Kind.DIFFERENT || kind == Kind.MISSING || kind == Kind.EXTRA;
    }

    /**
     * Whether it differs, for a reason that proves nothing against the stream.
     *
     * @return true if the state that it rests on is not known
     */
    public boolean isExplained() {
        return differs() && (doubt == Doubt.HISTORY_CUT || doubt == Doubt.STATE_TORN);
    }

    /**
     * Whether the stream did what it should not have done.
     *
     * @return true for a difference that is not explained
     */
    public boolean isFault() {
        return differs() && !isExplained();
    }
}
