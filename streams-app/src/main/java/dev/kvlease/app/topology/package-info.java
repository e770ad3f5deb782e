/**
 * The lease join on Kafka Streams: {@link dev.kvlease.app.topology.LeaseTopology} shows it as a whole. Records come in as
 * bytes, are handed to the engine of their holder, and what follows is written to the outputs; every change of an engine
 * is kept in a store, so that any instance can go on where another stopped.
 */
package dev.kvlease.app.topology;
