package dev.kvlease.app.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/**
 * Notices that a topic that the stream writes to has been deleted. A producer goes on trying for minutes, or makes the topic
 * anew by writing to it, on a cluster that allows that: the state would go into a changelog that does not begin at the
 * beginning and is not compacted. Pure: told what the cluster says.
 */
final class WatchedTopics {
    private final String changelog;
    private final Map<String, Uuid> known = new HashMap<>();
    private final Set<String> missed = new HashSet<>();

    /**
     * Nothing is known yet.
     *
     * @param changelog the topic that the state is written through to
     */
    WatchedTopics(String changelog) {
        this.changelog = changelog;
    }

    /**
     * Takes what the cluster says now. A topic must be missing twice: brokers that have just started do not know all. The
     * changelog is made by the stream, so it must have been there.
     *
     * @param asked the topics asked for
     * @param found those that are there, and their ids
     * @return why the stream must stop, in one line with the cure, or empty
     */
    Optional<String> look(Set<String> asked, Map<String, Uuid> found) {
        for (String topic : asked) {
            Uuid before = known.get(topic);
            Uuid now = found.get(topic);
            if (now == null) {
                if ((before != null || !topic.equals(changelog)) && !missed.add(topic)) {
                    return Optional.of(gone(topic));
                }
                continue;
            }
            missed.remove(topic);
            known.put(topic, now);
            if (topic.equals(changelog) && before != null && !before.equals(now)) {
                return Optional.of(
                        "topic " + topic + " was deleted while the stream ran and is there anew, without what"
                                + " was remembered of leases: build the state anew (docs/operations.md, Reset)");
            }
        }
        return Optional.empty();
    }

    private String gone(String topic) {
        return topic.equals(changelog)
                ? "topic " + topic
                        + " was deleted while the stream ran, and with it what was remembered of leases: build"
                        + " the state anew (docs/operations.md, Reset)"
                : "topic " + topic + " is gone: './kvlease topics create' makes it again; then start again";
    }
}
