package dev.kvlease.fleet.scenario;

/**
 * How long leases and clock samples last, in nanoseconds.
 *
 * @param decodeTtlNs lease of a decode engine, not extended, for one read
 * @param prefillTtlNs lease of a prefill engine, extended by two thirds of it every sixth of it
 * @param maxSweepDelayNs how late the expiry sweep may come; it never comes early
 * @param handshakePeriodNs how often a reader asks a holder for its clock again
 */
public record LeaseTerms(long decodeTtlNs, long prefillTtlNs, long maxSweepDelayNs, long handshakePeriodNs) {}
