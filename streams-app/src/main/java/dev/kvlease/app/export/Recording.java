package dev.kvlease.app.export;

import java.nio.file.Path;

/**
 * An event file made from topics.
 *
 * @param file where it is
 * @param records how many records it has
 * @param verdicts how many verdicts the stream gave for them
 * @param differing how many of those a replay of the file does not give again, or gives in addition
 */
public record Recording(Path file, long records, long verdicts, long differing) {}
