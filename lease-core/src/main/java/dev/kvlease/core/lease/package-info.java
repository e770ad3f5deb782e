/** Section "Lease events" of semantics.md: lives, leaps, gaps, and what a request's leases are. */
package dev.kvlease.core.lease;
