/**
 * Exact replay: follows a task record by record as it ran, over restarts and crashes, and holds every verdict that it wrote
 * against the one that follows from the same records.
 */
package dev.kvlease.app.compare;
