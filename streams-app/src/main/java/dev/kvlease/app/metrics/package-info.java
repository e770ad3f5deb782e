/**
 * What is measured of the stream: every metric once, with its meaning ({@link dev.kvlease.app.metrics.Metric}); the sensors
 * of Kafka Streams that carry them, so that JMX, metrics push and any reporter see them; and the page that Prometheus
 * reads. Counting costs the stream thread one write to memory; what is a property of the state is looked at from time to
 * time, a slice at once.
 */
package dev.kvlease.app.metrics;
