/**
 * A whole platform inside this process, for the demo and for tests: a real Kafka broker, a schema registry and the topics of
 * kvlease. It listens on the loopback interface only and asks nobody who they are, so it is no place for data that matters.
 */
package dev.kvlease.app.platform;
