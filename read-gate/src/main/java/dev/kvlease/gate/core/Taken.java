package dev.kvlease.gate.core;

/** What became of a verdict at the gate. */
public enum Taken {
    /** It is an answer, and stands now. */
    ANSWERED,
    /** It took back what had been said of a read that has not ended. */
    REVOKED,
    /** It is for another reader of the same partition. */
    OTHER_READER,
    /** It is for another life of this reader. */
    OTHER_LIFE,
    /** A newer answer, a revocation, or the end of the read stands already. */
    TOO_LATE,
    /** It said READABLE of a lease, or a life of its holder, that is known to be over; EXPIRED stands now. */
    ABSORBED,
    /** It is for a read that was not asked for here, and there is no room. */
    NO_ROOM
}
