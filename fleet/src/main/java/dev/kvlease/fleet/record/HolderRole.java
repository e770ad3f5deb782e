package dev.kvlease.fleet.record;

/** Which side of the disaggregated pair an engine is, named as on the wire. */
public enum HolderRole {
    /** A decode engine: it holds the blocks of turn 2 for a long time, for one read. */
    DECODE,
    /** A prefill engine: it holds the blocks of turn 1 for a short time, extended by heartbeats. */
    PREFILL
}
