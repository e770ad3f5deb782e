/** Section "Clock of a pair" of semantics.md: handshake samples reduced to a bounded offset between two engine clocks. */
package dev.kvlease.core.clock;
