package dev.kvlease.gate;

import dev.kvlease.schemas.TopicNames;

/**
 * The topics that a reader uses, under a prefix.
 *
 * @param prefix what all names start with, such as {@code kvlease.}
 */
record GateTopics(String prefix) {
    String handshakeSamples() {
        return prefix + TopicNames.HANDSHAKE_SAMPLES;
    }

    String readIntents() {
        return prefix + TopicNames.READ_INTENTS;
    }

    String readOutcomes() {
        return prefix + TopicNames.READ_OUTCOMES;
    }

    String verdicts() {
        return prefix + TopicNames.VERDICTS;
    }
}
