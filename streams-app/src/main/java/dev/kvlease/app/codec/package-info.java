/**
 * Between the records of the topics (Avro) and those of the core: no reflection, no decision. Optional numbers are null
 * there and {@link dev.kvlease.core.common.Absent#LONG} here, optional texts null there and empty here.
 */
package dev.kvlease.app.codec;
