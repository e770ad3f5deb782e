package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import java.util.Optional;

/** The records of the four inputs in one partition. Read mostly forwards; where a task went back, so does the reader. */
public interface InputLog {
    /**
     * The record at an offset.
     *
     * @param input which input
     * @param offset the offset
     * @return the record, or empty if there is none at this offset
     */
    Optional<InputAt> at(Topic input, long offset);

    /**
     * The first record at an offset or behind it.
     *
     * @param input which input
     * @param offset the offset
     * @return the record, or empty at the end
     */
    Optional<InputAt> from(Topic input, long offset);
}
