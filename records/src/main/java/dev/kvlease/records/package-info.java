/** The core's records as they are written to the topics, for everybody who writes them. */
package dev.kvlease.records;
