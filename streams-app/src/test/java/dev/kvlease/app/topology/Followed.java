package dev.kvlease.app.topology;

import dev.kvlease.app.compare.Finding;
import dev.kvlease.app.compare.InMemoryComparison;
import dev.kvlease.app.compare.InputAt;
import dev.kvlease.app.compare.ListLog;
import dev.kvlease.app.compare.Recorded;
import dev.kvlease.app.topics.Topic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** An exact replay of what a single task wrote. */
final class Followed {
    private Followed() {}

    /** What comes of each verdict of one partition, whose inputs are a history. */
    static List<Finding> of(History history, Outputs outputs) {
        ListLog log = new ListLog();
        Map<Topic, Long> counts = new EnumMap<>(Topic.class);
        for (History.Arriving record : history.records()) {
            long offset = counts.merge(record.topic(), 1L, Long::sum) - 1;
            log.add(record.topic(), new InputAt(offset, record.timestampMs(), record.input()));
        }
        List<Recorded> recorded = new ArrayList<>();
        for (int i = 0; i < outputs.verdicts.size(); i++) {
            recorded.add(new Recorded(outputs.verdicts.get(i), 0, i));
        }
        return InMemoryComparison.of(log, recorded);
    }
}
