package dev.kvlease.gate.core;

/**
 * How far behind the stream the gate is.
 *
 * @param behindNs time since the gate had surely seen every verdict of its partition; the greatest number if never
 * @param unansweredNs how long the oldest question has waited for an answer; 0 if none waits
 * @param stale true if READABLE answers do not count at the moment
 */
public record Staleness(long behindNs, long unansweredNs, boolean stale) {}
