package dev.kvlease.fleet.truth;

/** Takes the ground truth as it becomes known; a read is told once, when nothing about it is open any more. */
@FunctionalInterface
public interface GroundTruth {
    /**
     * A read is over.
     *
     * @param read what really happened
     */
    void read(ReadTruth read);

    /**
     * A holder breaks its promise.
     *
     * @param promise which
     */
    default void broken(BrokenPromise promise) {}
}
