/**
 * A second implementation of semantics.md, as plain and literal as possible, and what compares the core with it.
 *
 * <p>It shares no code with the core: {@link dev.kvlease.model.PlainHolder} recomputes everything from the remembered
 * records, so that a fault in the core's indexes, or in its reading of a rule, shows as a disagreement.
 */
package dev.kvlease.model;
