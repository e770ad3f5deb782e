package dev.kvlease.app.source;

import dev.kvlease.app.eventfile.Origin;
import java.time.Instant;

/** One end of a stretch of records. */
public sealed interface Bound {
    /** How a bound by offset is written, before the number. */
    String OFFSET_PREFIX = "offset:";

    /**
     * Whether a record lies at the bound or behind it.
     *
     * @param at where the record comes from
     * @return false before the bound
     */
    boolean isReachedBy(Origin at);

    /**
     * A bound by record time.
     *
     * @param ms milliseconds of the epoch
     */
    record Time(long ms) implements Bound {
        @Override
        public boolean isReachedBy(Origin at) {
            return at.recordTimeMs() >= ms;
        }

        @Override
        public String toString() {
            return Instant.ofEpochMilli(ms).toString();
        }
    }

    /**
     * A bound by offset, the same in each partition.
     *
     * @param offset 0 or more
     */
    record Offset(long offset) implements Bound {
        @Override
        public boolean isReachedBy(Origin at) {
            return at.offset() >= offset;
        }

        @Override
        public String toString() {
            return OFFSET_PREFIX + offset;
        }
    }
}
