/** Where a command's records come from: event files, Avro files, topics; and in what order they are taken. */
package dev.kvlease.app.source;
