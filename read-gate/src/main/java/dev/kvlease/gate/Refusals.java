package dev.kvlease.gate;

import org.apache.kafka.common.errors.AuthorizationException;

/** Says why the cluster did not do something: a right that is missing is named, since somebody has to grant it. */
final class Refusals {
    private Refusals() {}

    /**
     * One line on a failure.
     *
     * @param failure what a client threw
     * @param right what was about to be used, such as {@code WRITE on topic kvlease.read-intents}
     */
    static String explain(Throwable failure, String right) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException) {
                return "this reader lacks " + right + "; grant it with an ACL";
            }
        }
        return failure.toString();
    }
}
