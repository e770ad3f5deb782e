/** What really happened to the blocks that reads took, seen by nobody inside the fleet. */
package dev.kvlease.fleet.truth;
