package dev.kvlease.core.clock;

/**
 * What is known of a pair's clocks: the holder's clock minus the reader's.
 *
 * @param holder the holder's engine id
 * @param holderLife the life of the holder it is about
 * @param reader the reader's engine id
 * @param readerLife the life of the reader it is about
 * @param offsetNs the min-RTT point
 * @param minRttNs round trip of the best sample
 * @param loNs lower bound of the true offset at {@code refNs}
 * @param hiNs upper bound of the true offset at {@code refNs}
 * @param refNs reference time of the bounds, reader clock
 * @param suspect true while the clock is not known: a sample disagrees, or one of a life to come has arrived
 * @param samples samples taken into account
 * @param steps times the clock was seen to step
 */
public record ClockOffset(
        String holder,
        String holderLife,
        String reader,
        String readerLife,
        long offsetNs,
        long minRttNs,
        long loNs,
        long hiNs,
        long refNs,
        boolean suspect,
        long samples,
        long steps) {}
