package dev.kvlease.app.hindsight;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import java.util.Comparator;

/**
 * A record with the moment at which what it tells of happened.
 *
 * @param topic its topic
 * @param input what it says
 * @param at where it stands
 * @param arrival its place among all records, as they came
 * @param life the place of its life among the lives of its holder
 * @param holderNs the moment, on the holder's clock
 */
record Happened(Topic topic, InputRecord input, Origin at, long arrival, int life, long holderNs) {
    /** As it happened; at one moment a question comes last. */
    static final Comparator<Happened> ORDER = Comparator.comparingInt(Happened::life)
            .thenComparingLong(Happened::holderNs)
            .thenComparing(Happened::isQuestion)
            .thenComparingLong(Happened::arrival);

    boolean isQuestion() {
        return topic == Topic.READ_INTENTS;
    }
}
