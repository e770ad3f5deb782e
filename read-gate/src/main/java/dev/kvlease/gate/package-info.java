/**
 * What a reading engine asks before it reads, and to confirm after it: {@link dev.kvlease.gate.ReadGate}. The logic is in
 * {@code core}; here are the connections.
 */
package dev.kvlease.gate;
