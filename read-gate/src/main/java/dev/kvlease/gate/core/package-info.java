/**
 * The logic of a reader's gate: which answers count, when to ask again, when a read is confirmed. No Kafka, no Avro, no
 * clock of its own; every time is handed in, in nanoseconds of the reader's clock.
 */
package dev.kvlease.gate.core;
