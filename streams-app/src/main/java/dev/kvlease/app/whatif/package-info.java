/** What other settings of the rules, or the original fix, would have done with the reads of a log, side by side. */
package dev.kvlease.app.whatif;
