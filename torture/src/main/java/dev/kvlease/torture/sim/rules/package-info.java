/**
 * What must hold of every simulated history, each rule by itself, and the little evidence that they are checked against.
 * None of it shares code with what it checks.
 */
package dev.kvlease.torture.sim.rules;
