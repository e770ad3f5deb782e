/**
 * What others make of our bytes, and we of theirs: Confluent's Java client, two JavaScript clients, and a registry server
 * that is not ours. Slow, and in need of node 20; {@code -Dkvlease.skip.foreign=true} leaves them out.
 */
package dev.kvlease.schemas.foreign;
