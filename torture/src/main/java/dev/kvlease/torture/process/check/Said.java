package dev.kvlease.torture.process.check;

import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.schemas.Violation;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** What came out of the same records, once of the application and once of the model. */
final class Said {
    private final LastWords words = new LastWords();
    private final Set<String> violations = new TreeSet<>();
    private final Set<String> foundReads = new HashSet<>();
    private final Set<String> deadLetters = new TreeSet<>();
    private long deadLetterCount;

    LastWords words() {
        return words;
    }

    void violation(Violation violation) {
        violations.add(violation.getViolationId() + " " + violation.getCertainty());
        foundReads.add(violation.getReaderEngineId() + "|" + violation.getReadRequestId());
    }

    /** Whether the audit has found something wrong with a read. */
    boolean hasFound(ReadTruth read) {
        return foundReads.contains(read.reader() + "|" + read.readRequestId());
    }

    /** Ids with their certainty. */
    Set<String> violations() {
        return violations;
    }

    /** Where the records lay that could not be used. */
    Set<String> deadLetters() {
        return deadLetters;
    }

    void deadLetter(String topic, int partition, long offset) {
        deadLetters.add(topic + "-" + partition + "@" + offset);
        deadLetterCount++;
    }

    /** Repeats included. */
    long deadLetterCount() {
        return deadLetterCount;
    }
}
