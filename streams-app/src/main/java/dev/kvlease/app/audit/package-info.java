/**
 * Which reads may have returned foreign bytes, over a whole log: the core judges (semantics.md, Audit), this package
 * collects what it says, with the circumstances, and writes it down.
 */
package dev.kvlease.app.audit;
