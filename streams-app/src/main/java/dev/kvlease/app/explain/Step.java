package dev.kvlease.app.explain;

/**
 * One step of a verdict's arithmetic.
 *
 * @param name what is computed, as semantics.md writes it
 * @param formula how, with the numbers put in
 * @param valueNs what it comes to, in nanoseconds
 */
record Step(String name, String formula, long valueNs) {}
