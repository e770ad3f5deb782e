/**
 * A schema registry inside this process, for the demo and for tests: Confluent's REST API over the embedded broker's
 * {@code _schemas} topic, Avro only. One instance owns the topic; there is no election and no authentication.
 */
package dev.kvlease.app.platform.registry;
