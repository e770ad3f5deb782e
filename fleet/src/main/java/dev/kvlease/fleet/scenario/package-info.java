/** How large a simulated fleet is, what its engines do, and what goes wrong. */
package dev.kvlease.fleet.scenario;
