package dev.kvlease.logs;

/**
 * When a line was written, as its stamp tells: at or after {@code fromNs} and before {@code fromNs + resolutionNs}.
 *
 * <p>It is wall-clock time of the host that wrote the log, not an engine clock.
 *
 * @param fromNs nanoseconds of the epoch
 * @param resolutionNs how coarse the stamp is: one second for vLLM's own
 */
public record LogTime(long fromNs, long resolutionNs) implements Comparable<LogTime> {
    /** The line has no stamp that could be read. */
    public static final LogTime UNKNOWN = new LogTime(Long.MIN_VALUE, 0);

    /**
     * Tells whether the line has a time.
     *
     * @return false for {@link #UNKNOWN}
     */
    public boolean isKnown() {
        return fromNs != UNKNOWN.fromNs;
    }

    /**
     * The latest moment that the stamp allows.
     *
     * @return nanoseconds of the epoch
     */
    public long untilNs() {
        return fromNs + resolutionNs;
    }

    @Override
    public int compareTo(LogTime other) {
        return Long.compare(fromNs, other.fromNs);
    }
}
