package dev.kvlease.core.common;

/**
 * What of each input had been consumed when an answer was given (semantics.md, Delivery).
 *
 * @param partition the partition that all inputs of a holder share
 * @param leaseEvents next position of lease-events
 * @param handshakeSamples next position of handshake-samples
 * @param readIntents next position of read-intents
 * @param readOutcomes next position of read-outcomes
 */
public record AsOf(int partition, long leaseEvents, long handshakeSamples, long readIntents, long readOutcomes) {
    /**
     * The {@code revision} of an answer given here: it grows with every record consumed.
     *
     * @return the sum of the positions
     */
    public long revision() {
        return leaseEvents + handshakeSamples + readIntents + readOutcomes;
    }
}
