package dev.kvlease.app.lookup;

import dev.kvlease.app.explain.CaseFile;

/**
 * A case as the topics have it.
 *
 * @param file the case
 * @param sinceMs record time from which on records were wanted, milliseconds of the epoch
 * @param untilMs when reading began; later records are not in it
 * @param partition the partition of the holder's records
 * @param cut whether older records that were wanted are not there, or too many to read
 * @param whole whether reading came to its end; if not, what happened last is missing
 */
public record FoundCase(CaseFile file, long sinceMs, long untilMs, int partition, boolean cut, boolean whole) {}
