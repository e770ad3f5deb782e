package dev.kvlease.core.lease;

/**
 * A LEASE_EXTENDED that cannot be settled yet, because an event before it is missing.
 *
 * @param seq the event's seq
 * @param clockNs the event's clock, holder clock
 * @param expiryNs the deadline it asks for, holder clock
 */
record Extension(long seq, long clockNs, long expiryNs) {}
