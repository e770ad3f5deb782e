/**
 * A client of schema registries that speak Confluent's REST API, on the JDK's HTTP client and Jackson alone.
 *
 * <p>{@link dev.kvlease.schemas.registry.SchemaRegistry#open} is the way in. Configuration keys are Confluent's, so that
 * a user's existing properties work.
 */
package dev.kvlease.schemas.registry;
