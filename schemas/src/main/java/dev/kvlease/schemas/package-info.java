/**
 * The records on kvlease's topics, generated from {@code src/main/avro}, and what holds for all of them.
 *
 * <p>Package {@code registry} talks to a schema registry, package {@code serde} puts records on the wire.
 */
package dev.kvlease.schemas;
