package dev.kvlease.torture.sim.rules;

/**
 * A rule that did not hold.
 *
 * @param rule the rule's name
 * @param holder the holder that it is about
 * @param reader the reader that it is about; empty if it is about none
 * @param detail what happened
 */
public record Broken(String rule, String holder, String reader, String detail) {
    @Override
    public String toString() {
        return rule + ": " + detail;
    }
}
