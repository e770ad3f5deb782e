package dev.kvlease.schemas.registry;

import org.apache.avro.Schema;

/**
 * One version of a subject.
 *
 * @param subject the subject
 * @param version its number within the subject, from 1
 * @param id the schema's id, as the wire format carries it
 * @param schema the schema
 */
public record RegisteredSchema(String subject, int version, int id, Schema schema) {}
