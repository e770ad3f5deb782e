/**
 * Why a read was told what it was told: the timeline of one lease and the arithmetic behind each verdict, from a replay.
 * Nothing is decided here; every number is a record's, a verdict's evidence, or computed from that by the formulas of
 * semantics.md.
 */
package dev.kvlease.app.explain;
