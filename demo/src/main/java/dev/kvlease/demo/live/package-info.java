/** The simulated engines as real Kafka clients, each with its own producer and each reader with its own consumer. */
package dev.kvlease.demo.live;
