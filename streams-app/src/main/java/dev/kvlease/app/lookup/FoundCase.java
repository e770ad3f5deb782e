package dev.kvlease.app.lookup;

import dev.kvlease.app.explain.CaseFile;

/**
 * A case as the topics have it.
 *
 * @param file the case
 * @param sinceMs record time from which on the case is told, milliseconds of the epoch
 * @param historySinceMs record time from which on all inputs were read: before {@code sinceMs} for the leases and clocks
 *     that stood then, unless there were too many records
 * @param untilMs when reading began; later records are not in it
 * @param partition the partition of the holder's records
 * @param cut whether older records that were wanted are not there, or too many to read
 * @param whole whether reading came to its end; if not, what happened last is missing
 */
public record FoundCase(
        CaseFile file, long sinceMs, long historySinceMs, long untilMs, int partition, boolean cut, boolean whole) {}
