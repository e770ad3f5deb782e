package dev.kvlease.gate.core;

/** What to do with what has been read. */
public sealed interface Confirmation {
    /**
     * The bytes are those of the lease: use and publish them.
     *
     * @param source who vouches for it: {@link Answer.Source#STREAM}, or {@link Answer.Source#FALLBACK} if the stream was
     *     not there
     */
    record Use(Answer.Source source) implements Confirmation {}

    /**
     * The bytes may be another request's: throw them away and compute.
     *
     * @param reason why: the name of a {@link dev.kvlease.core.verdict.Reason} or of a {@link GateReason}
     */
    record Discard(String reason) implements Confirmation {}

    /**
     * Tells whether the bytes may be used.
     *
     * @return true for {@link Use}
     */
    default boolean isUsable() {
        return this instanceof Use;
    }
}
