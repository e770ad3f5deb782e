/** Histories of a simulated fleet as event files, with the truth about each read beside them. */
package dev.kvlease.app.simulate;
