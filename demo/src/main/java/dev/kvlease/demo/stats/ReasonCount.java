package dev.kvlease.demo.stats;

/**
 * How many answers had a reason.
 *
 * @param reason the reason, as in the verdict
 * @param readable whether it is a reason to read
 * @param count how many
 */
public record ReasonCount(String reason, boolean readable, long count) {}
