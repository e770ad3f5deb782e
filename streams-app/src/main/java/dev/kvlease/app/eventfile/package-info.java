/**
 * Event files: records of the input topics as NDJSON, one line each, read straight into the core's record types and
 * written from them.
 */
package dev.kvlease.app.eventfile;
