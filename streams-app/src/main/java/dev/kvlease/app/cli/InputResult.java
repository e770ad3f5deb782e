package dev.kvlease.app.cli;

/**
 * How the reading of a command's input went.
 *
 * @param exitCode whether all of it was as it should be
 * @param summary how much was read in what time
 */
record InputResult(ExitCode exitCode, String summary) {}
