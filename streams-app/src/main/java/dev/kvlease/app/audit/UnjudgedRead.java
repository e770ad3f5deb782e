package dev.kvlease.app.audit;

import dev.kvlease.core.audit.ReadOutcome;

/**
 * A completed read of which nothing can be said.
 *
 * @param reason why
 * @param outcome the read
 * @param at where its outcome stands
 */
public record UnjudgedRead(NotJudged reason, ReadOutcome outcome, Place at) {}
