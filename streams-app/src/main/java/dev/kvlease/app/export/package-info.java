/** From the topics of a cluster to an event file, in the very order in which the stream took the records. */
package dev.kvlease.app.export;
