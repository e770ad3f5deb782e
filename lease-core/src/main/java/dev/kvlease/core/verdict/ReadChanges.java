package dev.kvlease.core.verdict;

/** Learns which reads have changed, so that they can be remembered. */
@FunctionalInterface
public interface ReadChanges {
    /**
     * A read has changed.
     *
     * @param read the read; it is to be forgotten if it is not kept any more
     */
    void readChanged(TrackedRead read);
}
