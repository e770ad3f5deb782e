package dev.kvlease.fleet.truth;

/**
 * One transfer of a lease's blocks, real or imagined, judged by what the blocks were from its start to its end.
 *
 * @param startedTrueNs start, true time
 * @param finishedTrueNs end, true time
 * @param unsafe whether the holder's promise was over before the transfer was
 * @param foreign whether a block had really been given to another request before the transfer was over
 * @param end how the lease had ended by then
 */
public record ReadSpan(long startedTrueNs, long finishedTrueNs, boolean unsafe, boolean foreign, LeaseEnd end) {}
