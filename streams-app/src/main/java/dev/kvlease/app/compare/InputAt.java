package dev.kvlease.app.compare;

import dev.kvlease.app.codec.InputRecord;
import java.util.Optional;

/**
 * A record of an input as it lies in its partition.
 *
 * @param offset its offset
 * @param recordTimeMs its record time, in milliseconds of the epoch
 * @param input what it says; empty if it cannot be used and went to the dead letters
 */
public record InputAt(long offset, long recordTimeMs, Optional<InputRecord> input) {}
