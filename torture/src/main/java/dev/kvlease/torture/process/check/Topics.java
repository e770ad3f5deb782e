package dev.kvlease.torture.process.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.source.ConsumedOrder;
import dev.kvlease.app.source.RecordHandler;
import dev.kvlease.app.source.RecordOrder;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.app.source.TopicQuery;
import dev.kvlease.app.source.TopicSource;
import dev.kvlease.app.source.TopicVerdicts;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.DeadLetter;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.schemas.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/** Reads a cluster's topics after the run. */
final class Topics {
    private final KvleaseConfig config;

    Topics(KvleaseConfig config) {
        this.config = config;
    }

    /** The order in which the application took its inputs, as its verdicts tell. */
    ConsumedOrder order() throws IOException {
        ConsumedOrder order = new ConsumedOrder();
        try (TopicVerdicts verdicts = TopicVerdicts.open(config)) {
            verdicts.readInto(order::learn, () -> {});
        }
        return order;
    }

    void read(List<Topic> topics, RecordOrder order, RecordHandler handler) throws IOException {
        try (Serde<Object> values = ValueSerdes.of(config).get();
                TopicSource source = TopicSource.open(config, TopicQuery.all(topics), values.deserializer());
                RecordStream records = order.merge(source.streams())) {
            for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                handler.take(next.get());
            }
        }
    }

    /** Everything that the application wrote, as a reader of committed records sees it. */
    Said said() throws IOException {
        Said said = new Said();
        List<Topic> outputs = List.of(Topic.VERDICTS, Topic.VIOLATIONS, Topic.DEAD_LETTERS);
        read(outputs, new TimeOrder(), record -> {
            record.verdict().ifPresent(said.words()::learn);
            if (record.topic() == Topic.DEAD_LETTERS) {
                said.deadLetter(
                        header(record, DeadLetter.TOPIC),
                        Integer.parseInt(header(record, DeadLetter.PARTITION)),
                        Long.parseLong(header(record, DeadLetter.OFFSET)));
            }
            record.value()
                    .filter(Violation.class::isInstance)
                    .map(Violation.class::cast)
                    .ifPresent(said::violation);
        });
        return said;
    }

    private static String header(StoredRecord record, String key) {
        return record.headers().stream()
                .filter(header -> header.key().equals(key))
                .map(header -> new String(header.value(), UTF_8))
                .findFirst()
                .orElse("-1");
    }
}
