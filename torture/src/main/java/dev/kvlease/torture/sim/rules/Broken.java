package dev.kvlease.torture.sim.rules;

import java.util.Arrays;

/**
 * A rule that did not hold.
 *
 * @param rule the rule's name
 * @param holder the holder that it is about
 * @param reader the reader that it is about; empty if it is about none
 * @param detail what happened
 */
public record Broken(String rule, String holder, String reader, String detail) {
    /**
     * The breach of the rule that nothing throws.
     *
     * @param thrown what was thrown
     * @return a breach of {@code NoException}
     */
    public static Broken by(Throwable thrown) {
        String where = Arrays.stream(thrown.getStackTrace())
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("an unknown place");
        return new Broken(
                "NoException", "", "", thrown.getClass().getName() + ": " + thrown.getMessage() + ", at " + where);
    }

    /**
     * Tells whether another breach is of the same kind: of the same rule, in the same words up to the first colon.
     *
     * @param other another breach
     * @return true if it is
     */
    public boolean isLike(Broken other) {
        return rule.equals(other.rule) && kind().equals(other.kind());
    }

    private String kind() {
        return detail.substring(0, Math.max(0, detail.indexOf(':'))).replaceAll("[0-9]+", "");
    }

    @Override
    public String toString() {
        return rule + ": " + detail;
    }
}
