/** A simulated fleet under every fault at once, where one seed decides everything. */
package dev.kvlease.torture.sim;
