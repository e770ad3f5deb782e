package dev.kvlease.app.trail;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.AsOf;
import java.util.List;

/** The inputs as letters. */
final class TrailCode {
    /** The inputs in the order of their letters. */
    static final List<Topic> INPUTS =
            List.of(Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES);

    static final char JUMP = '@';
    static final char RUN = '[';
    static final char FROM = '<';
    static final char RUN_END = ']';
    static final char TORN = '!';

    private static final String LETTERS = "esio";

    private TrailCode() {}

    /** The number of an input, from 0. */
    static int of(Topic input) {
        int code = INPUTS.indexOf(input);
        if (code < 0) {
            throw new IllegalArgumentException(input + " is no input");
        }
        return code;
    }

    /** What had been taken of each input, by its number. */
    static long[] positions(AsOf asOf) {
        return new long[] {
            asOf.getLeaseEvents(), asOf.getHandshakeSamples(), asOf.getReadIntents(), asOf.getReadOutcomes()
        };
    }

    static char letter(int code) {
        return LETTERS.charAt(code);
    }

    /** The number of the input that a letter stands for, or -1. */
    static int ofLetter(char letter) {
        return LETTERS.indexOf(letter);
    }
}
