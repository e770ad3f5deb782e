/**
 * The functional core of kvlease: pure Java without Kafka, Avro, I/O or a wall clock.
 *
 * <p>{@link dev.kvlease.core.LeaseEngine} is the only door. One package holds one section of semantics.md: {@code clock}
 * is "Clock of a pair", {@code lease} is "Lease events", {@code verdict} is "Read intent" and "Revocation",
 * {@code audit} is "Audit". {@code state} carries what an engine remembers to whoever stores it.
 */
package dev.kvlease.core;
