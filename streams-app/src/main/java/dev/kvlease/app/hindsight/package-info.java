/** What the answers would have been if everything that had happened by then had been known: docs/forensics.md. */
package dev.kvlease.app.hindsight;
