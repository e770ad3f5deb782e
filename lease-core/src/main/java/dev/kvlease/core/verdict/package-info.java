/** Sections "Read intent: the decision table" and "Revocation" of semantics.md. */
package dev.kvlease.core.verdict;
