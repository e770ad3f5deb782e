/**
 * Puts the batches of one publisher in order and heals holes from its replay buffer. Pure: no sockets, no clock; what
 * happened goes in with its time, what is to be done comes out as effects.
 */
package dev.kvlease.connect.order;
