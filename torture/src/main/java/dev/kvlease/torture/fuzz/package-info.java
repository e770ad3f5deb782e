/** Bytes that nobody meant, for everything that decodes. */
package dev.kvlease.torture.fuzz;
