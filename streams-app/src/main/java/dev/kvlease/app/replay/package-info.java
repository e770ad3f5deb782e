/**
 * Verdicts again from event files: the same records in the same order give the same answers. Nothing is decided here;
 * everything comes out of the core.
 */
package dev.kvlease.app.replay;
