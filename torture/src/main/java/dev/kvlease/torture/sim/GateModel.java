package dev.kvlease.torture.sim;

import dev.kvlease.gate.core.GateOptions;

/**
 * What happens to the readers' gates. Rates are per gate.
 *
 * @param options how they behave
 * @param usesFallback whether readers read by the gate's own clocks when the stream says nothing
 * @param sampleEveryNs how often a gate asks each holder for its clock
 * @param maxDelayNs longest usual time from a verdict to the gate
 * @param stallsPerHour times a gate cannot follow the verdicts for a while
 * @param maxStallNs longest such time
 * @param restartsPerHour times the gate, but not its reader, is started again
 * @param lossesPerHour times a verdict cannot be read, so that the gate loses track
 */
record GateModel(
        GateOptions options,
        boolean usesFallback,
        long sampleEveryNs,
        long maxDelayNs,
        double stallsPerHour,
        long maxStallNs,
        double restartsPerHour,
        double lossesPerHour) {}
