/** The command line: verbs, options, exit codes, and what a user sees on a terminal. */
package dev.kvlease.app.cli;
