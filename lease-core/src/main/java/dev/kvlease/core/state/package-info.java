/** What an engine remembers, as entries of bytes that a store can keep and give back. */
package dev.kvlease.core.state;
