package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;

/**
 * Why the stream puts a record aside before it reaches the rules.
 *
 * @param reason what is wrong with it
 * @param detail more about it; empty if there is nothing to add
 */
public record Refusal(DeadLetterReason reason, String detail) {}
