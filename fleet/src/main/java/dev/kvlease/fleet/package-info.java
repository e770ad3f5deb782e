/**
 * A simulated serving fleet in virtual time, with the truth about every block: holders that lease, readers that read,
 * a network that delays and loses. One seed decides everything.
 */
package dev.kvlease.fleet;
