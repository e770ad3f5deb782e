/**
 * Questions about the state of the stream, from outside its threads: which instance has a holder, and what its store says.
 * Everything here reads, and nothing waits for the stream.
 */
package dev.kvlease.app.query;
