/**
 * Records on the wire, exactly as Confluent's serdes put them there: a magic byte 0, the schema id as four bytes, then
 * Avro binary; null stays null. Schema ids in record headers, as newer clients write them, are read too.
 *
 * <p>{@link dev.kvlease.schemas.serde.SpecificAvroSerde} is the way in. What can go wrong is told apart by type:
 * {@link dev.kvlease.schemas.serde.UndecodableRecordException} is the record's fault, a
 * {@link dev.kvlease.schemas.registry.RegistryException} is not.
 */
package dev.kvlease.schemas.serde;
