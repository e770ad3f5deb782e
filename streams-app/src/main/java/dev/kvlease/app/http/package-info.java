/**
 * The HTTP surface of an instance: health, metrics, and read-only questions about the state, answered by the instance that
 * has the holder. docs/openapi.json describes it.
 */
package dev.kvlease.app.http;
