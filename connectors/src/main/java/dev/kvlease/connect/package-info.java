/**
 * Kafka Connect plugins between engines and kvlease's topics: engines that speak ZeroMQ as vLLM does, and know nothing of
 * Kafka, feed the one and are answered by the other.
 */
package dev.kvlease.connect;
