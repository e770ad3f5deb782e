package dev.kvlease.app.hindsight;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;

/**
 * A record that came after a question, although what it tells of had happened before.
 *
 * @param topic its topic
 * @param what what it tells, in a word or two
 * @param at where it stands
 * @param lateMs how much later than the question it came, by record time
 * @param beforeNs how long before the question it had happened, on the holder's clock
 * @param related whether it is about the same request, or the same pair's clock
 */
public record LateRecord(Topic topic, String what, Origin at, long lateMs, long beforeNs, boolean related) {}
