/** Reads what the topics have of one lease while somebody waits for it: a bounded part, for a bounded time. */
package dev.kvlease.app.lookup;
