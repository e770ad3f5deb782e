/**
 * Engines that know nothing of Kafka: they publish over ZeroMQ as vLLM does, and a Kafka Connect worker in this process
 * follows them. Nothing here is loaded unless it is asked for.
 */
package dev.kvlease.demo.zmq;
