package dev.kvlease.gate;

/**
 * The topics that a reader uses, under a prefix. A test holds the names to the application's.
 *
 * @param prefix what all names start with, such as {@code kvlease.}
 */
record GateTopics(String prefix) {
    String handshakeSamples() {
        return prefix + "handshake-samples";
    }

    String readIntents() {
        return prefix + "read-intents";
    }

    String readOutcomes() {
        return prefix + "read-outcomes";
    }

    String verdicts() {
        return prefix + "verdicts";
    }
}
