package dev.kvlease.demo.stats;

/**
 * What the stream last said of the clocks of a pair.
 *
 * @param holder engine id of the holder
 * @param reader engine id of the reader
 * @param offsetNs estimate of holder clock minus reader clock
 * @param boundNs how far the true offset can be from the estimate
 * @param minRttNs round trip of the best sample
 * @param samples samples taken into account
 * @param suspect whether the clock is not to be used at the moment
 */
public record PairClockView(
        String holder, String reader, long offsetNs, long boundNs, long minRttNs, long samples, boolean suspect) {}
