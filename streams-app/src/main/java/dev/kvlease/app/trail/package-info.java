/** The order in which a task takes the records of its inputs: kept while it runs, told with verdicts, read by a replay. */
package dev.kvlease.app.trail;
