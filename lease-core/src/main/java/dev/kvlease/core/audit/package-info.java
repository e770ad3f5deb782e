/** Section "Audit" of semantics.md: which reads may have returned foreign bytes. */
package dev.kvlease.core.audit;
