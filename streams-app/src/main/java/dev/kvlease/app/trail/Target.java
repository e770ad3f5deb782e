package dev.kvlease.app.trail;

import dev.kvlease.app.topics.Topic;

/** What a task took next. */
public sealed interface Target {
    /**
     * A record, and whatever lies before it in the same input and has not been taken.
     *
     * @param input its input
     * @param offset its offset
     */
    record Taken(Topic input, long offset) implements Target {}

    /** Records whose order is not told. */
    final class Until implements Target {
        private final long[] ends;
        private final boolean outcomesFirst;

        /**
         * Records before positions.
         *
         * @param ends the positions, by the number of the input
         * @param outcomesFirst whether no read was revoked among them, so that what ends reads came before what would have
         *     revoked them
         */
        Until(long[] ends, boolean outcomesFirst) {
            this.ends = ends.clone();
            this.outcomesFirst = outcomesFirst;
        }

        /**
         * Where an input had been taken to.
         *
         * @param input the input
         * @return the offset of the first record that was not taken
         */
        public long end(Topic input) {
            return ends[TrailCode.of(input)];
        }

        /**
         * Whether outcomes came before the others.
         *
         * @return true between two verdicts that follow each other
         */
        public boolean outcomesFirst() {
            return outcomesFirst;
        }
    }
}
